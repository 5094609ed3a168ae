//! Decorations as dictionary entries.
//!
//! A decoration is an entry whose key is its name in snake_case. Its value is `unit` without operands,
//! one attribute for one operand, an array for several: literals `i32` integers, float literals `f32`,
//! enumerants and scopes strings (`"A|B"`), strings strings, other ids symbol references, types or typed
//! constants.
//!
//! What does not fit (a decoration that occurs twice on one target, or is in another instruction
//! than it usually does) goes to the entry [`OTHERS`]: an array of arrays `["OpDecorateString",
//! "UserSemantic", operands...]`.

use crate::attributes::{Kind, typed_constant, view};
use crate::blocks::UNDECORATED_BUFFERS;
use crate::generated::{enums, opcodes as op, values::decoration};
use rustc_hash::FxHashSet;
use spv_ir::dialect::{Arity, EnumDef, Enumerant, Param, ParamKind, name_hash};
use spv_ir::{AttrData, Attribute, Context, suggest};

/// Key of the list of decorations that no key of their own can hold.
pub const OTHERS: &str = "decorations";
/// Key of the debug name where the spelling of the op does not give it: a string, or an array of
/// strings where an id has several names.
pub const OP_NAME: &str = "op_name";

/// Key of the module's list of decoration groups: a dictionary each, of decorations that its targets have as
/// well.
pub const GROUPS: &str = "decoration_groups";
/// Key of those decorations of a dictionary that follow the instructions which apply their group: a dictionary. The
/// decorations have keys of their own besides; one that no longer has is not exported.
pub const LATE: &str = "late";
/// Key of the module's list of decorations of members that a target does not have: arrays of a type or symbol, and each member with
/// a dictionary.
pub const MEMBER_DECORATIONS: &str = "member_decorations";
/// Key of the module's list of decorations of types that have none of their own: arrays of a type and a dictionary.
pub const TYPE_DECORATIONS: &str = "type_decorations";
/// Key of the module's list of names of imported sets: arrays of the set and its names.
pub const IMPORT_NAMES: &str = "import_names";
/// Key of the module's list of decorations of imported sets: arrays of the set and a dictionary.
pub const IMPORT_DECORATIONS: &str = "import_decorations";
/// Most decoration groups that are kept: decorations are compared with each.
pub const MAX_GROUPS: usize = 64;
/// Key of the hint that `#spv.local` refers to: an `i32`, unique in the function.
pub const LOCAL_ID: &str = "local_id";
/// Key of the number (in the module's list of imports, from 0) of the import that an extended
/// instruction belongs to, where its set alone does not tell.
pub const IMPORT: &str = "import";
/// Key of the hint of an extended instruction that is an OpExtInstWithForwardRefsKHR.
pub const FORWARD_REFS: &str = "forward_refs";
/// Key of the hint of a local OpUndef that represents the n-th module-scope one of its type.
pub const MODULE_SCOPE: &str = "module_scope";

/// Key of the hint of an extended instruction that is in no block: an `i32`, the number of parameters
/// of the function before it. Its op is one of the first of the entry block.
pub const HEADER: &str = "header";
/// Key of the hint of an extended instruction that follows the terminator of the block that holds
/// its op.
pub const AFTER_TERMINATOR: &str = "after_terminator";

/// Key of the hint of a branch from the entry block to the next: both are one block in the binary.
pub const JOINED: &str = "joined";

/// Keys with a meaning of their own that name no decoration.
const OTHER_KEYS: [&str; 22] = [
    OTHERS,
    OP_NAME,
    GROUPS,
    LATE,
    MEMBER_DECORATIONS,
    IMPORT_NAMES,
    IMPORT_DECORATIONS,
    LOCAL_ID,
    IMPORT,
    FORWARD_REFS,
    MODULE_SCOPE,
    HEADER,
    AFTER_TERMINATOR,
    JOINED,
    UNDECORATED_BUFFERS,
    "unused",
    // Those of most modules, so that these need no comparison with all keys.
    "ext_inst_imports",
    "generator",
    "schema",
    "type_names",
    TYPE_DECORATIONS,
    "member_names",
];

/// What is wrong with the first key of a dictionary that is no decoration but is spelled almost as one. A key of a dialect
/// (`dialect.key`) is never taken for a misspelling, nor is the specification's spelling (`RelaxedPrecision`), which LLVM
/// accepts like any other key.
pub fn misspelt_key(ctx: &Context, dict: Attribute) -> Option<String> {
    ctx.dict(Some(dict)).iter().find_map(|&(key, _)| {
        let key = ctx.str(key);
        if by_key(key).is_some()
            || enums::DECORATION.by_name(key).is_some()
            || key.contains('.')
            || OTHER_KEYS.contains(&key)
        {
            return None;
        }
        let keys: Vec<String> = enums::DECORATION.enumerants.iter().map(|e| snake_case(e.name)).collect();
        let best = suggest(key, keys.iter().map(String::as_str))?;
        Some(format!("attribute '{key}' is no decoration: did you mean '{best}'?"))
    })
}

/// `DescriptorSet` -> `descriptor_set`, as LLVM spells keys: an underscore before each capital that
/// follows a lower-case letter or digit, or that a lower-case letter follows.
pub fn snake_case(name: &str) -> String {
    Key::new(name).text().to_owned()
}

/// A key in snake case, of a name of at most half as many bytes.
struct Key {
    bytes: [u8; 128],
    len: usize,
}

impl Key {
    const fn new(name: &str) -> Key {
        let name = name.as_bytes();
        let mut key = Key { bytes: [0; 128], len: 0 };
        let mut i = 0;
        while i < name.len() {
            if name[i].is_ascii_uppercase() && i > 0 {
                let before = !name[i - 1].is_ascii_uppercase();
                let after = i + 1 < name.len() && name[i + 1].is_ascii_lowercase();
                if before || after {
                    key.bytes[key.len] = b'_';
                    key.len += 1;
                }
            }
            key.bytes[key.len] = name[i].to_ascii_lowercase();
            key.len += 1;
            i += 1;
        }
        key
    }

    const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => panic!("names are ASCII"),
        }
    }
}

/// The decoration that a key names.
pub fn by_key(key: &str) -> Option<&'static Enumerant> {
    let all = enums::DECORATION.enumerants;
    let is_key = |number: usize| Key::new(all[number].name).text() == key;
    name_hash::find(&KEYS, name_hash::hash(key), is_key).map(|number| &all[number])
}

/// The table of the keys of decorations.
static KEYS: [u16; 512] = {
    let mut places = [0; 512];
    let mut number = 0;
    while number < enums::DECORATION.enumerants.len() {
        name_hash::add(&mut places, Key::new(enums::DECORATION.enumerants[number].name).text(), number);
        number += 1;
    }
    places
};

/// Whether the operand of a parameter is an id.
pub fn is_id(param: &Param) -> bool {
    matches!(param.kind, ParamKind::Mixed | ParamKind::Value | ParamKind::ConstEnum(_))
}

/// Whether the entry of a key can hold ids of decorations.
pub fn may_have_ids(key: &str) -> bool {
    key == OTHERS || by_key(key).is_some_and(|decoration| decoration.params.iter().any(is_id))
}

/// Removes the decorations that are equal to an earlier one of the same target and may not repeat.
pub fn remove_repeated(list: &mut Vec<Decoration>) {
    let mut seen = FxHashSet::default();
    list.retain(|d| d.may_repeat() || seen.insert((d.opcode, d.decoration.value, d.operands.clone())));
}

/// Whether an instruction may carry a decoration: what follows OpDecorateId and its member form are ids. The other
/// instructions are for literals, but producers write decorations with id operands (NodeMaxPayloadsAMDX) in them.
pub fn suits(opcode: u32, decoration: &Enumerant) -> bool {
    without_member(opcode) != op::DECORATE_ID || decoration.params.iter().all(is_id)
}

/// How many operands a decoration takes: at least, and at most.
pub fn operand_counts(decoration: &Enumerant) -> (usize, usize) {
    let least = decoration.params.iter().filter(|p| p.arity == Arity::One).count();
    let open = decoration.params.last().is_some_and(|p| p.arity == Arity::Variadic);
    (least, if open { usize::MAX } else { decoration.params.len() })
}

/// The instruction that usually carries a decoration: OpDecorate, OpDecorateId where an operand is an
/// id, OpDecorateString for the two that name source-level things.
pub fn default_opcode(decoration: &Enumerant) -> u32 {
    if decoration.params.iter().any(is_id) {
        op::DECORATE_ID
    } else if matches!(decoration.value, decoration::USER_SEMANTIC | decoration::USER_TYPE_GOOGLE) {
        op::DECORATE_STRING
    } else {
        op::DECORATE
    }
}

/// The text of an enumerant or bit set: names joined by `|`, unnamed bits in hex.
pub fn enum_text(def: &EnumDef, value: u32) -> String {
    let mut text = String::new();
    let mut rest = value;
    for e in def.present(value) {
        if !text.is_empty() {
            text.push('|');
        }
        text.push_str(e.name);
        rest &= !e.value;
    }
    let named = def.by_value(value).is_some();
    if !named && (rest != 0 || text.is_empty()) {
        if !text.is_empty() {
            text.push('|');
        }
        text.push_str(&format!("0x{rest:X}"));
    }
    text
}

/// The value of a text that [`enum_text`] wrote; any alias of a name will do.
pub fn enum_value(def: &EnumDef, text: &str) -> Option<u32> {
    let mut value = 0;
    for part in text.split('|') {
        value |= match part.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => def.by_name(part)?,
        };
    }
    Some(value)
}

/// As [`enum_value`]; texts for LLVM 14, which takes any string, have names in another case (`GlobalInvocationID`).
fn loose_value(def: &EnumDef, text: &str) -> Option<u32> {
    let in_any_case = || def.names.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, v)| *v);
    enum_value(def, text).or_else(in_any_case)
}

/// One operand of a decoration as words, as the binary has it, or an attribute for an id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A literal or enumerant.
    Word(u32),
    /// A literal string.
    String(String),
    /// An id: symbol reference, type or typed constant.
    Id(Attribute),
}

/// The attribute of one operand.
pub fn operand_to_attr(ctx: &Context, param: &Param, operand: &Operand) -> Attribute {
    match (operand, param.kind) {
        (Operand::Word(w), ParamKind::Enum(def)) => ctx.string_attr(&enum_text(def, *w)),
        (Operand::Word(w), ParamKind::FloatWord) => {
            ctx.attr(AttrData::Float { bits: u64::from(*w), ty: ctx.common().f32 })
        }
        (Operand::Word(w), _) => ctx.i32_attr(*w),
        (Operand::String(s), _) => ctx.string_attr(s),
        (Operand::Id(attr), ParamKind::ConstEnum(def)) => match ctx.attr_data(*attr) {
            // The names of a plain constant; what has no name stays a number.
            AttrData::Integer { value, ty } if *ty == ctx.common().i32 && def.is_known(*value as u32) => {
                ctx.string_attr(&enum_text(def, *value as u32))
            }
            _ => *attr,
        },
        (Operand::Id(attr), _) => *attr,
    }
}

/// The operand of an attribute; `None` if it is of the wrong kind.
pub fn attr_to_operand(ctx: &Context, param: &Param, attr: Attribute) -> Option<Operand> {
    Some(match (param.kind, ctx.attr_data(attr)) {
        (ParamKind::Enum(def), AttrData::String(s)) => Operand::Word(loose_value(def, s)?),
        (ParamKind::ConstEnum(def), AttrData::String(s)) => Operand::Id(ctx.i32_attr(enum_value(def, s)?)),
        _ if is_id(param) => Operand::Id(Some(attr).filter(|a| is_reference(ctx, *a))?),
        (ParamKind::FloatWord, AttrData::Float { bits, ty }) if *ty == ctx.common().f32 => {
            Operand::Word(*bits as u32)
        }
        (ParamKind::String, AttrData::String(s)) => Operand::String(s.to_string()),
        (ParamKind::String, _) => return None,
        (_, AttrData::Integer { value, .. }) => Operand::Word(u32::try_from(*value).ok()?),
        _ => return None,
    })
}

/// Whether an attribute can represent an id: a symbol, a type, a string of an OpString, or a typed constant.
fn is_reference(ctx: &Context, attr: Attribute) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Symbol(_) | AttrData::Type(_) | AttrData::String(_))
        || typed_constant(ctx, attr).is_some()
        || matches!(view(ctx, attr), Some((Kind::Local, _)))
}

/// The parameter of operand number `index`: the last one repeats.
pub fn param_of(decoration: &Enumerant, index: usize) -> Option<&'static Param> {
    decoration.params.get(index).or(decoration.params.last())
}

/// A decoration as it is in a binary, its target left out.
#[derive(Clone, Debug)]
pub struct Decoration {
    /// OpDecorate, OpDecorateId, OpDecorateString or the member forms.
    pub opcode: u32,
    /// Which.
    pub decoration: &'static Enumerant,
    /// Operands.
    pub operands: Vec<Operand>,
    /// Whether it is of a group, and follows the instructions that apply the group.
    pub late: bool,
}

impl Decoration {
    /// Whether both say the same of a target.
    pub fn equals(&self, other: &Decoration) -> bool {
        (self.opcode, self.decoration.value) == (other.opcode, other.decoration.value)
            && self.operands == other.operands
    }

    /// Whether a target may have it several times (specification, 3.2.20: those "explicitly allowed").
    pub fn may_repeat(&self) -> bool {
        matches!(self.decoration.value, decoration::USER_SEMANTIC | decoration::FUNC_PARAM_ATTR)
    }
}

/// The dictionary of a target's decorations; `None` if there are none. `extra` entries are added. Of equal decorations
/// that may not repeat there is one: a decoration group that is applied twice gives several. A late one is there besides: not
/// all consumers apply it, so the target keeps its own.
pub fn to_dict(
    ctx: &Context,
    list: &[Decoration],
    extra: Vec<(spv_ir::Ident, Attribute)>,
) -> Option<Attribute> {
    let mut entries = extra;
    let mut others = Vec::new();
    for (i, d) in list.iter().enumerate() {
        let attrs: Vec<Attribute> = d
            .operands
            .iter()
            .enumerate()
            .filter_map(|(i, o)| Some(operand_to_attr(ctx, param_of(d.decoration, i)?, o)))
            .collect();
        let mut earlier = list[..i].iter().filter(|e| e.decoration.value == d.decoration.value).peekable();
        let repeated = earlier.peek().is_some();
        if !d.may_repeat() && earlier.any(|e| e.late == d.late && e.equals(d)) {
            continue;
        }
        let is_default = without_member(d.opcode) == default_opcode(d.decoration);
        let fits = attrs.len() == d.decoration.params.len() && attrs.len() == d.operands.len();
        if repeated || !is_default || !fits {
            let mut items = vec![
                ctx.string_attr(instruction_name(without_member(d.opcode))),
                ctx.string_attr(d.decoration.name),
            ];
            items.extend(attrs);
            others.push(ctx.array_attr(&items));
            continue;
        }
        let value = match attrs[..] {
            [] => ctx.unit_attr(),
            [one] => one,
            _ => ctx.array_attr(&attrs),
        };
        entries.push((ctx.ident(&snake_case(d.decoration.name)), value));
    }
    if !others.is_empty() {
        entries.push((ctx.ident(OTHERS), ctx.array_attr(&others)));
    }
    if list.iter().any(|d| d.late) {
        let late = list.iter().filter(|d| d.late).map(|d| Decoration { late: false, ..d.clone() });
        let dict = to_dict(ctx, &late.collect::<Vec<_>>(), Vec::new());
        entries.extend(dict.map(|dict| (ctx.ident(LATE), dict)));
    }
    (!entries.is_empty()).then(|| ctx.dict_attr(entries))
}

fn without_member(opcode: u32) -> u32 {
    match opcode {
        op::MEMBER_DECORATE => op::DECORATE,
        op::MEMBER_DECORATE_STRING => op::DECORATE_STRING,
        op::MEMBER_DECORATE_ID_EXT => op::DECORATE_ID,
        other => other,
    }
}

fn instruction_name(opcode: u32) -> &'static str {
    match opcode {
        op::DECORATE_ID => "OpDecorateId",
        op::DECORATE_STRING => "OpDecorateString",
        _ => "OpDecorate",
    }
}

/// A dictionary without the decorations of some keys, however often they are there.
pub fn without(ctx: &Context, dict: Option<Attribute>, keys: &[&str]) -> Option<Attribute> {
    let list = ctx.dict(dict);
    let goes = |key: &str| keys.contains(&key);
    if !list.iter().any(|(key, _)| goes(ctx.str(*key)) || [OTHERS, LATE].contains(&ctx.str(*key))) {
        return dict;
    }
    let rest = list.iter().filter_map(|&(key, value)| {
        let kept = match ctx.str(key) {
            name if goes(name) => None,
            OTHERS => {
                let goes = |item: &Attribute| {
                    let name = ctx.attr_array(*item).and_then(|items| ctx.attr_str(*items.get(1)?));
                    name.is_some_and(|name| goes(&snake_case(name)))
                };
                let items = ctx.attr_array(value).unwrap_or(&[]).iter().copied();
                let items: Vec<Attribute> = items.filter(|item| !goes(item)).collect();
                (!items.is_empty()).then(|| ctx.array_attr(&items))
            }
            LATE => without(ctx, Some(value), keys),
            _ => Some(value),
        };
        Some((key, kept?))
    });
    let rest: Vec<_> = rest.collect();
    (!rest.is_empty()).then(|| ctx.dict_attr(rest))
}

/// What is wrong with the first entry of a dictionary that names a decoration but is none, in LLVM 14's words, and how
/// it is written.
pub fn wrong_decoration(ctx: &Context, dict: Attribute) -> Option<String> {
    let (key, decoration) = wrong_entry(ctx, dict)?;
    let form = decoration.map_or_else(|| OTHERS_FORM.to_owned(), |d| written(key, d, " = ", ["[", "]"]));
    Some(format!(
        "attribute '{key}' failed to satisfy constraint: operands of the decoration, as in '{form}'"
    ))
}

/// As [`wrong_decoration`], of a type or a member, whose decorations are in brackets.
pub fn wrong_decoration_of_type(ctx: &Context, dict: Attribute) -> Option<String> {
    match wrong_entry(ctx, dict)? {
        (_, Some(d)) => {
            let form = written(d.name, d, "=", ["(", ")"]);
            Some(format!("the operands of the decoration {} are to be as in '{form}'", d.name))
        }
        (key, None) => Some(format!("the entry '{key}' of a type is to be as in '{OTHERS_FORM}'")),
    }
}

/// The key of the first entry that names a decoration but is none, and the decoration if it has a key of its own.
fn wrong_entry(ctx: &Context, dict: Attribute) -> Option<(&str, Option<&'static Enumerant>)> {
    ctx.dict(Some(dict)).iter().find_map(|&(key, value)| {
        let key = ctx.str(key);
        if key == LATE {
            return wrong_entry(ctx, value);
        }
        if key == OTHERS {
            let fits =
                ctx.attr_array(value).is_some_and(|l| l.iter().all(|item| other(ctx, *item).is_some()));
            return (!fits).then_some((key, None));
        }
        let decoration = by_key(key)?;
        let fits = operands(ctx, decoration, operand_attrs(ctx, &value)).is_some();
        (!fits).then_some((key, Some(decoration)))
    })
}

/// How the entry [`OTHERS`] is written.
const OTHERS_FORM: &str = "decorations = [[\"OpDecorate\", \"Decoration\", operands], ...]";

/// How a decoration is written: `binding = 5 : i32`, or `Binding=5` in a type.
fn written(name: &str, decoration: &Enumerant, equals: &str, brackets: [&str; 2]) -> String {
    let typed = equals == " = ";
    let operands: Vec<String> = decoration.params.iter().map(|param| operand_form(param, typed)).collect();
    match &operands[..] {
        [] => name.to_owned(),
        [one] => format!("{name}{equals}{one}"),
        list => format!("{name}{equals}{}{}{}", brackets[0], list.join(", "), brackets[1]),
    }
}

/// An operand of a decoration as text has it: in a type numbers have no type, and names no quotes.
fn operand_form(param: &Param, typed: bool) -> String {
    let one = match param.kind {
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) => {
            let name = def.enumerants.first().map_or("Name", |e| e.name);
            if typed { format!("\"{name}\"") } else { name.to_owned() }
        }
        ParamKind::FloatWord => "1.0 : f32".to_owned(),
        ParamKind::String => "\"text\"".to_owned(),
        _ if is_id(param) => "@symbol".to_owned(),
        _ if typed => "1 : i32".to_owned(),
        _ => "1".to_owned(),
    };
    match param.arity {
        Arity::Variadic => format!("{one}, ..."),
        _ => one,
    }
}

/// The decorations of a dictionary, in order of its keys; entries that are no decorations are left
/// out. `Err` is the key of an entry that names a decoration but has a value of another form.
pub fn from_dict(ctx: &Context, dict: Option<Attribute>) -> Result<Vec<Decoration>, String> {
    let mut list = entries(ctx, dict)?;
    if let Some(late) = ctx.dict_get(dict, LATE) {
        for d in entries(ctx, Some(late))? {
            if let Some(found) = list.iter_mut().rfind(|found| !found.late && found.equals(&d)) {
                found.late = true;
            }
        }
    }
    Ok(list)
}

/// The decorations that keys of a dictionary and [`OTHERS`] name.
fn entries(ctx: &Context, dict: Option<Attribute>) -> Result<Vec<Decoration>, String> {
    let mut list = Vec::new();
    for &(key, value) in ctx.dict(dict) {
        let key = ctx.str(key);
        let bad = || key.to_string();
        if key == OTHERS {
            for &item in ctx.attr_array(value).ok_or_else(bad)? {
                list.push(other(ctx, item).ok_or_else(bad)?);
            }
            continue;
        }
        let Some(decoration) = by_key(key) else { continue };
        let operands = operands(ctx, decoration, operand_attrs(ctx, &value)).ok_or_else(bad)?;
        list.push(Decoration { opcode: default_opcode(decoration), decoration, operands, late: false });
    }
    Ok(list)
}

/// The operands that the value of an entry represents.
fn operand_attrs<'a>(ctx: &'a Context, value: &'a Attribute) -> &'a [Attribute] {
    match ctx.attr_data(*value) {
        AttrData::Unit => &[],
        AttrData::Array(items) => items,
        _ => std::slice::from_ref(value),
    }
}

fn operands(ctx: &Context, decoration: &Enumerant, attrs: &[Attribute]) -> Option<Vec<Operand>> {
    let (least, most) = operand_counts(decoration);
    if !(least..=most).contains(&attrs.len()) {
        return None;
    }
    attrs.iter().enumerate().map(|(i, &a)| attr_to_operand(ctx, param_of(decoration, i)?, a)).collect()
}

fn other(ctx: &Context, item: Attribute) -> Option<Decoration> {
    let [instruction, name, rest @ ..] = ctx.attr_array(item)? else { return None };
    let value = enums::DECORATION.by_name(ctx.attr_str(*name)?)?;
    let decoration = enums::DECORATION.by_value(value)?;
    let opcode = match ctx.attr_str(*instruction)? {
        "OpDecorate" => op::DECORATE,
        "OpDecorateId" => op::DECORATE_ID,
        "OpDecorateString" => op::DECORATE_STRING,
        _ => return None,
    };
    let operands = operands(ctx, decoration, rest).filter(|_| suits(opcode, decoration))?;
    Some(Decoration { opcode, decoration, operands, late: false })
}
