//! Encoding of decorations as dictionary attributes
//!
//! Each decoration is one dictionary entry. The key is the decoration's name in snake_case. The value is `unit`
//! without operands, one attribute for one operand, and an array for several operands:
//!
//! - literals are `i32` integers, float literals are `f32`, strings are strings;
//! - enumerants and scopes are strings (`"A|B"`);
//! - other ids are symbol references, types or typed constants.
//!
//! The entry [`OTHERS`] holds decorations that do not fit this form. Examples are a decoration that occurs twice on
//! one target, and a decoration in an unusual instruction. The value is an array of arrays `["OpDecorateString",
//! "UserSemantic", operands...]`.

use crate::attributes::{AttrKind, typed_constant, view};
use crate::blocks::UNDECORATED_BUFFERS;
use crate::generated::{enums, opcodes as op, values::decoration};
use rustc_hash::FxHashSet;
use spv_ir::dialect::{Arity, EnumDef, Enumerant, Param, ParamKind, name_hash};
use spv_ir::{AttrData, Attribute, Context, suggest};
use std::borrow::Cow;

/// Key of the list of decorations that cannot have their own dictionary key.
pub const OTHERS: &str = "decorations";
/// Key of an id's debug name (OpName), present if the syntax of the op does not contain the name. The value is a
/// string, or an array of strings if the id has several names.
pub const OP_NAME: &str = "op_name";

/// Key of the module attribute that lists all decoration groups, each as a dictionary. Each target of a group also
/// carries the group's decorations.
pub const GROUPS: &str = "decoration_groups";
/// Key of the dictionary of *late* decorations: group decorations that the binary places after the OpGroupDecorate
/// instructions. A late decoration must also appear under its own key; otherwise it is not exported.
pub const LATE: &str = "late";
/// Key of the module attribute for member decorations whose member index does not exist in the target. The value is a
/// list of arrays: a type or symbol, then member indices, each followed by its dictionary of decorations.
pub const MEMBER_DECORATIONS: &str = "member_decorations";
/// Key of the module attribute for decorations of types that cannot hold decorations. The value is a list of arrays: a
/// type and its dictionary of decorations.
pub const TYPE_DECORATIONS: &str = "type_decorations";
/// Key of the module attribute for debug names of imported extended instruction sets. The value is a list of arrays: an
/// instruction set and its names.
pub const IMPORT_NAMES: &str = "import_names";
/// Key of the module attribute for decorations of imported extended instruction sets. The value is a list of arrays: an
/// instruction set and its dictionary of decorations.
pub const IMPORT_DECORATIONS: &str = "import_decorations";
/// Maximum number of decoration groups that are preserved. The limit is low because the exporter compares an id's
/// decorations with every group.
pub const MAX_GROUPS: usize = 64;
/// Key of the `i32` that identifies an op, argument or block for `#spv.local`. The value is unique in the function.
pub const LOCAL_ID: &str = "local_id";
/// Key of an extended instruction's import index, counted from 0 in the module's list of imports. Present only if the
/// instruction set name does not identify the import.
pub const IMPORT: &str = "import";
/// Key that marks an extended instruction encoded as OpExtInstWithForwardRefsKHR.
pub const FORWARD_REFS: &str = "forward_refs";
/// Key on a function-local undefined value that represents the n-th module-scope OpUndef of its type. The value is n.
pub const MODULE_SCOPE: &str = "module_scope";

/// Key that marks an extended instruction between the parameters of a function. The `i32` value is the number of
/// parameters before the instruction. The IR op is at the start of the entry block.
pub const HEADER: &str = "header";
/// Key that marks an extended instruction as following the terminator of its block.
pub const AFTER_TERMINATOR: &str = "after_terminator";

/// Key that marks a branch from the entry block to the next block. Both blocks are a single block in the binary.
pub const JOINED: &str = "joined";

/// Reserved dictionary keys that are not names of decorations.
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
    // Keys that most modules have. They are in this list to avoid a comparison with every decoration name.
    "ext_inst_imports",
    "generator",
    "schema",
    "type_names",
    TYPE_DECORATIONS,
    "member_names",
];

/// Returns an error message for the first dictionary key that is a misspelt decoration name, or `None`. Accepts dialect
/// keys (`dialect.key`) and the specification's spelling (`RelaxedPrecision`), as LLVM does.
pub fn misspelt_key(ctx: &Context, dict: Attribute) -> Option<String> {
    ctx.dict(Some(dict)).iter().find_map(|&(key, _)| {
        let key = ctx.str(key);
        if is_meaningful_key(key) || enums::DECORATION.by_name(key).is_some() {
            return None;
        }
        let keys = keys();
        let best = suggest(key, keys.iter().map(String::as_str))?;
        Some(format!("attribute '{key}' is not a decoration: did you mean '{best}'?"))
    })
}

/// Returns whether a dictionary key has a meaning for ops of the dialect, or has the prefix of a dialect
/// (`dialect.key`). The keys of decorations and the reserved keys have a meaning.
pub fn is_meaningful_key(key: &str) -> bool {
    by_key(key).is_some() || key.contains('.') || OTHER_KEYS.contains(&key)
}

/// Returns the dictionary keys of all decorations.
pub fn keys() -> Vec<String> {
    enums::DECORATION.enumerants.iter().map(|decoration| snake_case(decoration.name)).collect()
}

/// Converts a name to snake case as LLVM does: `DescriptorSet` becomes `descriptor_set`. An underscore precedes each
/// capital that follows a lower-case letter or digit, or precedes a lower-case letter.
pub fn snake_case(name: &str) -> String {
    Key::new(name).text().to_owned()
}

/// A snake-case key in a fixed-size buffer. The original name has at most half as many bytes as the buffer.
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

/// Returns the decoration with the given dictionary key, or `None` for other keys.
pub fn by_key(key: &str) -> Option<&'static Enumerant> {
    let number = name_hash::find(&KEY_HASHES, name_hash::hash(key), |number| KEYS[number] == key)?;
    Some(&enums::DECORATION.enumerants[number])
}

/// Number of decorations in the grammar.
const COUNT: usize = enums::DECORATION.enumerants.len();

/// The dictionary keys of all decorations, in the order of the `Decoration` enumerants.
static KEYS: [&str; COUNT] = {
    static BYTES: [Key; COUNT] = {
        let mut keys = [const { Key::new("") }; COUNT];
        let mut number = 0;
        while number < COUNT {
            keys[number] = Key::new(enums::DECORATION.enumerants[number].name);
            number += 1;
        }
        keys
    };
    let mut keys = [""; COUNT];
    let mut number = 0;
    while number < COUNT {
        keys[number] = BYTES[number].text();
        number += 1;
    }
    keys
};

/// Hash table of the keys in [`KEYS`].
static KEY_HASHES: [u16; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < COUNT {
        name_hash::add(&mut table, KEYS[index], index);
        index += 1;
    }
    table
};

/// Returns whether the decoration parameter takes ids instead of literals or enumerants.
pub fn is_id(param: &Param) -> bool {
    matches!(param.kind, ParamKind::Mixed | ParamKind::Value | ParamKind::ConstEnum(_))
}

/// Returns whether the decoration that a dictionary key denotes can have id operands.
pub fn may_have_ids(key: &str) -> bool {
    key == OTHERS || by_key(key).is_some_and(|decoration| decoration.params.iter().any(is_id))
}

/// Removes duplicate decorations of the same target, except for decorations that may repeat.
pub fn remove_repeated(list: &mut Vec<Decoration>) {
    let mut seen = FxHashSet::default();
    list.retain(|d| d.may_repeat() || seen.insert((d.opcode, d.decoration.value, d.operands.clone())));
}

/// Returns whether an instruction with this opcode may carry the decoration. OpDecorateId and its member form accept
/// only ids. All other decoration instructions accept any operands, because producers also use them with ids
/// (NodeMaxPayloadsAMDX).
pub fn suits(opcode: u32, decoration: &Enumerant) -> bool {
    without_member(opcode) != op::DECORATE_ID || decoration.params.iter().all(is_id)
}

/// Returns the minimum and maximum number of operands of a decoration. The maximum is `usize::MAX` for a variadic
/// decoration.
pub fn operand_counts(decoration: &Enumerant) -> (usize, usize) {
    let least = decoration.params.iter().filter(|p| p.arity == Arity::One).count();
    let open = decoration.params.last().is_some_and(|p| p.arity == Arity::Variadic);
    (least, if open { usize::MAX } else { decoration.params.len() })
}

/// Returns the usual instruction for a decoration: OpDecorateId if an operand is an id, OpDecorateString for
/// UserSemantic and UserTypeGOOGLE, else OpDecorate.
pub fn default_opcode(decoration: &Enumerant) -> u32 {
    if decoration.params.iter().any(is_id) {
        op::DECORATE_ID
    } else if matches!(decoration.value, decoration::USER_SEMANTIC | decoration::USER_TYPE_GOOGLE) {
        op::DECORATE_STRING
    } else {
        op::DECORATE
    }
}

/// Formats an enumerant or bit set as names joined by `|`, with unnamed bits in hexadecimal.
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

/// Parses a string that [`enum_text`] produced. Accepts any alias of an enumerant; returns `None` for unknown names.
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

/// Parses a string like [`enum_value`], but ignores case. LLVM 14 accepts any string, and its assembly uses other
/// capitalization (`GlobalInvocationID`).
fn loose_value(def: &EnumDef, text: &str) -> Option<u32> {
    let in_any_case = || def.names.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, v)| *v);
    enum_value(def, text).or_else(in_any_case)
}

/// A decoration operand: words as in the binary, or an attribute for an id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A literal or enumerant.
    Word(u32),
    /// A literal string.
    String(String),
    /// An id: a symbol reference, type or typed constant.
    Id(Attribute),
}

/// Converts a decoration operand to its attribute.
pub fn operand_to_attr(ctx: &Context, param: &Param, operand: &Operand) -> Attribute {
    match (operand, param.kind) {
        (Operand::Word(w), ParamKind::Enum(def)) => ctx.string_attr(&enum_text(def, *w)),
        (Operand::Word(w), ParamKind::FloatWord) => {
            ctx.attr(AttrData::Float { bits: u64::from(*w), ty: ctx.common().f32 })
        }
        (Operand::Word(w), _) => ctx.i32_attr(*w),
        (Operand::String(s), _) => ctx.string_attr(s),
        (Operand::Id(attr), ParamKind::ConstEnum(def)) => match ctx.attr_data(*attr) {
            // Constants with the value of an enumerant become strings; other constants remain integers.
            AttrData::Integer { value, ty } if *ty == ctx.common().i32 && def.is_known(*value as u32) => {
                ctx.string_attr(&enum_text(def, *value as u32))
            }
            _ => *attr,
        },
        (Operand::Id(attr), _) => *attr,
    }
}

/// Converts an attribute to a decoration operand. Returns `None` if the attribute does not match the parameter.
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

/// Returns whether an attribute can represent an id: a symbol, type, OpString, typed constant or `#spv.local`.
fn is_reference(ctx: &Context, attr: Attribute) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Symbol(_) | AttrData::Type(_) | AttrData::String(_))
        || typed_constant(ctx, attr).is_some()
        || matches!(view(ctx, attr), Some((AttrKind::Local, _)))
}

/// Returns the parameter of the decoration operand at `index`. The last parameter describes all further operands.
pub fn param_of(decoration: &Enumerant, index: usize) -> Option<&'static Param> {
    decoration.params.get(index).or(decoration.params.last())
}

/// A decoration as in a binary, without its target.
#[derive(Clone, Debug)]
pub struct Decoration {
    /// The opcode of OpDecorate, OpDecorateId, OpDecorateString or a member form.
    pub opcode: u32,
    /// The decoration's enumerant in the grammar.
    pub decoration: &'static Enumerant,
    /// The operands that follow the decoration's enumerant.
    pub operands: Vec<Operand>,
    /// Whether the decoration belongs to a group and follows the OpGroupDecorate instructions that apply the group.
    pub late: bool,
}

impl Decoration {
    /// Returns whether two decorations are identical, regardless of `late`.
    pub fn equals(&self, other: &Decoration) -> bool {
        (self.opcode, self.decoration.value) == (other.opcode, other.decoration.value)
            && self.operands == other.operands
    }

    /// Returns whether a target may have the decoration several times (specification, 3.2.20: "explicitly allowed").
    pub fn may_repeat(&self) -> bool {
        matches!(self.decoration.value, decoration::USER_SEMANTIC | decoration::FUNC_PARAM_ATTR)
    }
}

/// Builds a target's dictionary from its decorations and the `extra` entries. Returns `None` if the dictionary would be
/// empty. Drops duplicates that may not repeat, for example if a group is applied twice. Keeps a late decoration on the
/// target as well, because not all consumers apply late decorations.
pub fn to_dict(
    ctx: &Context,
    list: &[Decoration],
    extra: Vec<(spv_ir::Ident, Attribute)>,
) -> Option<Attribute> {
    let mut entries = extra;
    let mut others = Vec::new();
    for (i, d) in list.iter().enumerate() {
        let attrs = operand_attributes(ctx, d.decoration, &d.operands);
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
        entries.push((ctx.ident(&snake_case(d.decoration.name)), value_of(ctx, &attrs)));
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

/// Converts the operands of a decoration to attributes.
fn operand_attributes(ctx: &Context, decoration: &Enumerant, operands: &[Operand]) -> Vec<Attribute> {
    let operands = operands.iter().enumerate();
    operands
        .filter_map(|(i, operand)| Some(operand_to_attr(ctx, param_of(decoration, i)?, operand)))
        .collect()
}

/// Returns the dictionary value that encodes the operands `attrs` of a decoration.
fn value_of(ctx: &Context, attrs: &[Attribute]) -> Attribute {
    match attrs {
        [] => ctx.unit_attr(),
        [one] => *one,
        _ => ctx.array_attr(attrs),
    }
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

/// Removes all decorations with the given keys from a dictionary, including entries nested in [`OTHERS`] and [`LATE`].
/// Returns `None` if no entry remains.
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

/// Returns an error message, in LLVM 14's wording, for the first dictionary entry that names a decoration but has wrong
/// operands. The message shows the correct syntax. Returns `None` if all entries are correct.
pub fn wrong_decoration(ctx: &Context, dict: Attribute) -> Option<String> {
    let (key, decoration) = wrong_entry(ctx, dict)?;
    let form = decoration.map_or_else(|| OTHERS_FORM.to_owned(), |d| written(key, d, " = ", ["[", "]"]));
    Some(format!(
        "attribute '{key}' failed to satisfy constraint: operands of the decoration, as in '{form}'"
    ))
}

/// Returns an error message like [`wrong_decoration`], but for types and members, whose decorations are in brackets.
pub fn wrong_decoration_of_type(ctx: &Context, dict: Attribute) -> Option<String> {
    match wrong_entry(ctx, dict)? {
        (_, Some(d)) => {
            let form = written(d.name, d, "=", ["(", ")"]);
            Some(format!("the operands of the decoration {} must have the form '{form}'", d.name))
        }
        (key, None) => Some(format!("the entry '{key}' of a type must have the form '{OTHERS_FORM}'")),
    }
}

/// Returns the value of a decoration with the key `key` in its usual form, in which integers have the type `i32`. Values
/// of other keys are unchanged.
///
/// # Errors
/// A description of the value that the decoration takes.
pub fn usual_value(ctx: &Context, key: &str, value: Attribute) -> Result<Attribute, String> {
    let Some(decoration) = by_key(key) else { return Ok(value) };
    let operands = operands(ctx, decoration, operand_attrs(ctx, &value)).ok_or_else(|| form(decoration))?;
    Ok(value_of(ctx, &operand_attributes(ctx, decoration, &operands)))
}

/// Describes the value that the decoration with the key `key` takes. Returns `None` for other keys.
pub fn value_form(key: &str) -> Option<String> {
    by_key(key).map(form)
}

fn form(decoration: &Enumerant) -> String {
    let sample = |param: &Param| operand_form(param, true);
    match decoration.params {
        [] => "the value `unit`".to_owned(),
        [param] => format!("{} such as `{}`", operand_kind(param), sample(param)),
        list => format!("a list such as `[{}]`", list.iter().map(sample).collect::<Vec<_>>().join(", ")),
    }
}

/// Describes an operand of a decoration.
fn operand_kind(param: &Param) -> Cow<'static, str> {
    Cow::Borrowed(match param.kind {
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) => {
            return format!("an enumerant of {}", def.name).into();
        }
        ParamKind::FloatWord => "a 32-bit float",
        ParamKind::String => "a string",
        _ if is_id(param) => "a symbol, type or typed constant",
        _ => "an unsigned 32-bit integer",
    })
}

/// Returns the key of the first malformed dictionary entry, and the decoration with this key. The decoration is `None`
/// for the key [`OTHERS`]. Returns `None` if all entries are well-formed.
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

/// Syntax of the [`OTHERS`] list, for messages.
const OTHERS_FORM: &str = "decorations = [[\"OpDecorate\", \"Decoration\", operands], ...]";

/// Formats the syntax of a decoration for messages: `binding = 5 : i32`, or `Binding=5` inside a type.
fn written(name: &str, decoration: &Enumerant, equals: &str, brackets: [&str; 2]) -> String {
    let typed = equals == " = ";
    let operands: Vec<String> = decoration.params.iter().map(|param| operand_form(param, typed)).collect();
    match &operands[..] {
        [] => name.to_owned(),
        [one] => format!("{name}{equals}{one}"),
        list => format!("{name}{equals}{}{}{}", brackets[0], list.join(", "), brackets[1]),
    }
}

/// Formats a sample operand for messages. Inside a type (`typed` is false), integers have no type suffix and names have
/// no quotes.
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

/// Parses the decorations of a dictionary, in key order. Ignores entries that are not decorations.
///
/// # Errors
/// Returns the key of an entry that names a decoration but has a malformed value.
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

/// Parses the decorations that have their own keys, and the list [`OTHERS`].
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

/// Returns the operands that the value of a dictionary entry encodes.
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
