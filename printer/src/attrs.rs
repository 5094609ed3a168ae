//! Printer for attributes and attribute dictionaries

use crate::affine::AffineAliases;
use crate::float::push_float;
use crate::ops::Unspelled;
use crate::printer::Printer;
use crate::text::{push_hex, push_i64, push_string, push_wide};
use smallvec::SmallVec;
use spv_ir::dialect::{EnumDef, OpDef, PropertyForm};
use spv_ir::{AttrData, Attribute, Signedness, Type, TypeData, names};

/// Maximum number of tensor elements that LLVM-compatible text prints as a list. Larger tensors are printed in
/// hexadecimal.
const HEX_LARGER: i64 = 100;

/// The condition under which ` : type` is omitted after an integer or float attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elide {
    /// The type is never omitted.
    Never,
    /// The types `i64` and `f64` are omitted, as in arrays.
    Default,
    /// The type is always omitted.
    Always,
}

/// The value of a dictionary entry.
pub(crate) enum DictValue<'e> {
    /// An attribute.
    Attr(Attribute),
    /// A literal word.
    Word(u32),
    /// A list of literal words.
    Words(&'e [u32]),
    /// A literal float.
    Float(u32),
    /// An enumerant: its enumeration, its value, and its parameters if it has any.
    Enum(&'e EnumDef, u32, Option<Attribute>),
    /// A list of enumerants of the same enumeration.
    Enums(&'e EnumDef, &'e [u32]),
    /// OpNames that the printed value names do not show.
    Names(&'e Unspelled),
    /// The number of operands in each operand segment.
    Segments(&'e [u32]),
    /// An array of integers: `array<i64: 1, 2>`.
    Longs(Attribute),
}

/// The key and value of a dictionary entry.
pub(crate) type Pair<'e> = (&'e str, DictValue<'e>);

/// Key of the dictionary entry that contains OpNames.
pub(crate) const OP_NAME: &str = "op_name";

impl Printer<'_> {
    pub(crate) fn print_attr(&mut self, attr: Attribute, elide: Elide) {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::Unit => self.push("unit"),
            AttrData::Bool(value) => self.push(if *value { "true" } else { "false" }),
            AttrData::Integer { value, ty } => {
                self.integer(*value, *ty);
                self.number_type(*ty, elide, |d| {
                    matches!(d, TypeData::Integer { width: 64, signedness: Signedness::Signless })
                });
            }
            AttrData::Wide { limbs, ty } => {
                match ctx.type_data(*ty) {
                    TypeData::Integer { width, signedness } => {
                        push_wide(&mut self.out, limbs, *width, *signedness != Signedness::Unsigned);
                    }
                    TypeData::Float(kind) => {
                        let bits = limbs.iter().take(2).rev().fold(0, |all, l| all << 64 | u128::from(*l));
                        push_float(&mut self.out, *kind, bits);
                    }
                    _ => {}
                }
                self.number_type(*ty, elide, |_| false);
            }
            AttrData::Float { bits, ty } => {
                let start = self.out.len();
                self.float(*bits, *ty);
                // Without a type, the parser would read a hexadecimal literal as an integer.
                let hexadecimal = self.out[start..].starts_with(b"0x");
                let elide = if hexadecimal && elide == Elide::Default { Elide::Never } else { elide };
                self.number_type(*ty, elide, |d| matches!(d, TypeData::Float(spv_ir::FloatKind::F64)));
            }
            AttrData::String(text) => self.print_string(text),
            AttrData::Array(items) => {
                self.push("[");
                self.separated(items, |p, item| p.print_attr(*item, Elide::Default));
                self.push("]");
            }
            AttrData::Dict(entries) => {
                let pairs = entries.iter().map(|(key, value)| (ctx.str(*key), DictValue::Attr(*value)));
                self.pairs(pairs);
            }
            AttrData::Type(ty) => self.print_type(*ty),
            AttrData::Symbol(name) => self.print_symbol(ctx.str(*name)),
            AttrData::NestedSymbol(path) => {
                for (i, name) in path.iter().enumerate() {
                    self.push(if i > 0 { "::" } else { "" });
                    self.print_symbol(ctx.str(*name));
                }
            }
            AttrData::Dense { ty, elements } => self.dense(*ty, elements, elide),
            AttrData::AffineMap(_) | AttrData::IntegerSet(_) => self.affine(attr),
            AttrData::Words(words) => {
                self.push("array<i32");
                for (i, word) in words.iter().enumerate() {
                    self.push(if i > 0 { ", " } else { ": " });
                    push_i64(&mut self.out, i64::from(*word as i32));
                }
                self.push(">");
            }
            AttrData::Operand => self.push("operand"),
            AttrData::Param { .. } if self.resource(attr) => {}
            AttrData::Param { def, params } => {
                let printer = self.registry.attr_def(*def);
                self.push("#");
                self.qualified(printer.name);
                (printer.print)(self, *def, None, params);
            }
            AttrData::Opaque { text } => {
                self.push("#");
                self.push(ctx.str(*text));
            }
        }
    }

    /// Prints the attribute of a dictionary entry with the key `key`. A dialect may define its own syntax for this key.
    pub(crate) fn print_attr_of(&mut self, key: &str, attr: Attribute, elide: Elide) {
        let registry = self.registry;
        let respelled = self.options.dialect_alias
            && registry.spellings().iter().any(|spelling| spelling(self, key, attr));
        if !respelled {
            self.print_attr(attr, elide);
        }
    }

    /// Prints ` : type` after an integer or float, unless the type is omitted.
    fn number_type(&mut self, ty: Type, elide: Elide, default: fn(&TypeData) -> bool) {
        let data = self.ctx.type_data(ty);
        let bool = matches!(data, TypeData::Integer { width: 1, signedness: Signedness::Signless });
        if !bool && elide != Elide::Always && !(elide == Elide::Default && default(data)) {
            self.push(" : ");
            self.print_type(ty);
        }
    }

    fn integer(&mut self, value: u64, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::Integer { width: 1, signedness: Signedness::Signless } => {
                self.push(if value != 0 { "true" } else { "false" });
            }
            TypeData::Integer { width, signedness } if *signedness != Signedness::Unsigned => {
                let spare = 64 - (*width).clamp(1, 64);
                push_i64(&mut self.out, (value << spare) as i64 >> spare);
            }
            TypeData::Index => push_i64(&mut self.out, value as i64),
            _ => self.out.push_u64(value),
        }
    }

    fn float(&mut self, bits: u64, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::Float(kind) => self.floats.push(&mut self.out, *kind, bits),
            // A number whose type is a dialect type is printed as its bits in hexadecimal.
            _ => {
                self.push("0x");
                push_hex(&mut self.out, bits.into());
            }
        }
    }

    /// Prints a list of literal words: `[1 : i32, 2 : i32]`.
    pub(crate) fn print_words(&mut self, words: &[u32]) {
        self.push("[");
        self.separated(words, |p, word| p.print_typed_word(*word));
        self.push("]");
    }

    /// Prints dense elements: `dense<[1, 2]> : vector<2xi32>`.
    fn dense(&mut self, ty: Type, elements: &[u64], elide: Elide) {
        let (TypeData::Vector { dims, element } | TypeData::Tensor { dims, element }) =
            self.ctx.type_data(ty)
        else {
            return self.push("dense<>");
        };
        // Newer versions of LLVM print identical elements as a splat.
        let merges = self.options.compat.is_some_and(|form| form.merges_splats);
        let equal =
            |elements: &[u64]| elements.split_first().is_some_and(|(x, rest)| rest.iter().all(|y| x == y));
        let splat = elements.len() == 1 || (merges && equal(elements));
        if !splat && self.options.elide_larger.is_some_and(|limit| elements.len() > limit) {
            self.push("opaque<\"elided_large_const\", \"0xDEADBEEF\"> : ");
            return self.print_type(ty);
        }
        self.push("dense<");
        let limit = self.options.hex_larger.or(self.strict().then_some(HEX_LARGER));
        let limit = limit.and_then(|limit| usize::try_from(limit).ok());
        if !splat && limit.is_some_and(|limit| elements.len() > limit) {
            self.hex_elements(*element, elements);
        } else if splat {
            self.element(elements[0], *element);
        } else if !elements.is_empty() {
            self.nested_elements(dims, *element, elements);
        }
        self.push(">");
        if elide != Elide::Always {
            self.push(" : ");
            self.print_type(ty);
        }
    }

    fn nested_elements(&mut self, dims: &[u64], ty: Type, elements: &[u64]) {
        let Some((&length, inner)) = dims.split_first() else {
            return elements.iter().for_each(|e| self.element(*e, ty));
        };
        self.push("[");
        let size = elements.len() / usize::try_from(length).unwrap_or(usize::MAX).max(1);
        self.separated(elements.chunks(size.max(1)), |p, part| p.nested_elements(inner, ty, part));
        self.push("]");
    }

    fn element(&mut self, value: u64, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::Float(_) | TypeData::Param { .. } => self.float(value, ty),
            _ => self.integer(value, ty),
        }
    }

    /// Prints the bytes of all elements as `"0x..."`. Elements of type `i1` are packed as bits.
    fn hex_elements(&mut self, ty: Type, elements: &[u64]) {
        let width = match self.ctx.type_data(ty) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Float(kind) => kind.width(),
            _ => 64,
        };
        let mut bytes = Vec::new();
        if width == 1 {
            let byte = |part: &[u64]| part.iter().rev().fold(0, |all, bit| all << 1 | *bit as u8);
            bytes.extend(elements.chunks(8).map(byte));
        } else {
            let count = width.div_ceil(8) as usize;
            elements.iter().for_each(|e| bytes.extend_from_slice(&e.to_le_bytes()[..count]));
        }
        self.push("\"0x");
        bytes.iter().for_each(|b| self.push(&format!("{b:02X}")));
        self.push("\"");
    }

    // Dictionaries.

    /// Prints dictionary entries: `{a = 1, b}`.
    fn pairs<'e>(&mut self, pairs: impl IntoIterator<Item = Pair<'e>>) {
        self.push("{");
        self.separated(pairs, |p, (key, entry)| p.pair(key, &entry));
        self.push("}");
    }

    /// Prints an entry. Composite values often recur, such as interface attributes of functions, so their text is kept.
    fn pair(&mut self, key: &str, entry: &DictValue) {
        let composite = match entry {
            DictValue::Attr(attr) => Some(*attr).filter(|attr| {
                matches!(self.ctx.attr_data(*attr), AttrData::Dict(_) | AttrData::Param { .. })
            }),
            _ => None,
        };
        // A draft for affine aliases notes each map that it prints.
        let kept = composite.filter(|_| !matches!(self.affine_aliases, AffineAliases::Noting(_)));
        let Some(attr) = kept else { return self.new_pair(key, entry) };
        let known = self.pair_texts.get(&attr).and_then(|texts| texts.iter().find(|(of, _)| **of == *key));
        if let Some((_, text)) = known {
            return self.out.extend_from_slice(text);
        }
        let (start, resources) = (self.out.len(), self.resources.1.len());
        self.new_pair(key, entry);
        // An entry with resources also records them.
        if self.resources.1.len() == resources {
            let text = self.out[start..].into();
            self.pair_texts.entry(attr).or_default().push((key.into(), text));
        }
    }

    fn new_pair(&mut self, key: &str, entry: &DictValue) {
        match names::is_bare(key) {
            // A key that belongs to a dialect is printed with the dialect's prefix.
            true => self.qualified(key),
            false => push_string(&mut self.out, key),
        }
        let unit = matches!(entry, DictValue::Attr(a) if *self.ctx.attr_data(*a) == AttrData::Unit);
        if !unit {
            self.push(" = ");
            match entry {
                DictValue::Attr(attr) => self.print_attr_of(key, *attr, Elide::Never),
                _ => self.entry(entry),
            }
        }
    }

    fn entry(&mut self, entry: &DictValue) {
        match entry {
            DictValue::Attr(attr) => self.print_attr(*attr, Elide::Never),
            DictValue::Word(word) => self.print_typed_word(*word),
            DictValue::Words(words) => self.print_words(words),
            DictValue::Float(bits) => {
                self.print_f32(*bits);
                self.push(" : f32");
            }
            DictValue::Enum(def, value, None) => self.print_enum_string(def, *value),
            DictValue::Enum(def, value, Some(params)) => {
                self.push("[");
                self.print_enum_string(def, *value);
                for param in self.ctx.attr_array(*params).unwrap_or(&[]) {
                    self.push(", ");
                    self.print_attr(*param, Elide::Default);
                }
                self.push("]");
            }
            DictValue::Enums(def, values) => {
                self.push("[");
                self.separated(*values, |p, value| p.print_enum_string(def, *value));
                self.push("]");
            }
            DictValue::Names(Unspelled::One(name)) => self.print_string(self.ctx.str(*name)),
            DictValue::Names(Unspelled::Many(names)) => {
                self.push("[");
                self.separated(names, |p, name| match name {
                    Some(name) => p.print_string(p.ctx.str(*name)),
                    None => p.push("unit"),
                });
                self.push("]");
            }
            DictValue::Longs(list) => {
                let mut before = ": ";
                self.push("array<i64");
                for item in self.ctx.attr_array(*list).unwrap_or(&[]) {
                    self.push(std::mem::replace(&mut before, ", "));
                    self.print_attr(*item, Elide::Always);
                }
                self.push(">");
            }
            DictValue::Segments(lengths) => {
                let splat = lengths.iter().all(|length| *length == lengths[0]);
                self.push(if splat { "dense<" } else { "dense<[" });
                self.separated(if splat { &lengths[..1] } else { lengths }, |p, length| {
                    p.number(*length);
                });
                self.push(if splat { "> : vector<" } else { "]> : vector<" });
                self.number(lengths.len() as u64);
                self.push("xi32>");
            }
        }
    }

    /// Prints ` {...}` with the given entries, sorted by key and preceded by `word`. Prints nothing if there are no
    /// entries.
    pub(crate) fn print_dict(&mut self, word: &str, pairs: &mut [Pair]) {
        if pairs.is_empty() {
            return;
        }
        pairs.sort_by_key(|(key, _)| *key);
        self.print_pairs(word, pairs);
    }

    /// Prints a nonempty dictionary in the order of its entries.
    fn print_pairs(&mut self, word: &str, pairs: &[Pair]) {
        self.push(word);
        self.push(if word.ends_with('<') { "{" } else { " {" });
        self.separated(pairs, |p, (key, entry)| p.pair(key, entry));
        self.push("}");
    }

    /// Prints the attribute dictionary of the current op: its discardable attributes, and OpNames that the printed
    /// value names do not show.
    pub(crate) fn print_discardable(&mut self, word: &str, attrs: Option<Attribute>, elided: &[&str]) {
        let unspelled = self.pending.unspelled.take();
        let inherent_last = self.pending.inherent_last.take();
        if attrs.is_some() || unspelled.is_some() {
            self.print_attrs_and_names(word, attrs, elided, unspelled.as_deref(), inherent_last);
        }
    }

    /// Prints a dictionary, and OpNames as an additional entry. If `inherent_last` is set, the op's inherent attributes
    /// come last.
    pub(crate) fn print_attrs_and_names(
        &mut self,
        word: &str,
        attrs: Option<Attribute>,
        elided: &[&str],
        unspelled: Option<&Unspelled>,
        inherent_last: Option<&OpDef>,
    ) {
        let ctx = self.ctx;
        let entries = ctx.dict(attrs).iter().map(|(key, value)| (ctx.str(*key), DictValue::Attr(*value)));
        let mut pairs: SmallVec<[Pair; 8]> = entries.filter(|(key, _)| !elided.contains(key)).collect();
        if let Some(names) = unspelled
            && !pairs.iter().any(|(key, _)| *key == OP_NAME)
        {
            pairs.push((OP_NAME, DictValue::Names(names)));
        }
        match inherent_last {
            Some(def) if !pairs.is_empty() => {
                let forms = self.registry.generic_forms();
                let is_inherent = |key: &str| {
                    forms.iter().any(|form| (form.property)(def, key) == Some(PropertyForm::Inherent))
                };
                pairs.sort_by_key(|(key, _)| (is_inherent(key), *key));
                self.print_pairs(word, &pairs);
            }
            _ => self.print_dict(word, &mut pairs),
        }
    }
}
