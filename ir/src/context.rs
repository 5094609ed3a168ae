//! The context: interned types, attributes, identifiers and locations, and the registry.
//!
//! Handles are `Copy` and 4 bytes; equality of handles is equality of what they name. Reading
//! through a handle takes no lock. Interning takes one; its order varies with threads, so no output
//! may depend on the number in a handle.

use crate::attrs::{AttrData, Attribute};
use crate::dialect::Registry;
use crate::handles::{Ident, ParamDefId};
use crate::location::{LocData, Location};
use crate::names;
use crate::symbols::uses::References;
use crate::types::{FloatKind, Signedness, Type, TypeData, hash_param};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Append-only set: lock-free reads by number, locked insertion.
struct Interner<T> {
    items: boxcar::Vec<T>,
    /// Short hashes and numbers of the items. With the hashes stored, the table grows without reading the items.
    index: Mutex<HashTable<(u32, u32)>>,
}

/// What the table takes for the hash of an item with this short hash.
fn spread(short: u32) -> u64 {
    u64::from(short).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<T: Eq + Hash> Interner<T> {
    fn new() -> Self {
        Interner { items: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) }
    }

    /// The number of the item equal to `key`, made by `make` if it is new.
    fn intern<Q: Hash + Eq + ?Sized>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
    {
        let hash = FxBuildHasher.hash_one(key);
        self.find_or_add(hash, key, |key, item| item.borrow() == *key, |_| make())
    }

    /// Makes room for so many more items in the table.
    fn reserve(&self, count: usize) {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        index.reserve(count, |&(short, _)| spread(short));
    }

    /// The number of an item.
    fn add(&self, item: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        self.find_or_add(hash, item, |new, known| new == known, |new| new)
    }

    /// The number of the item that `is` what is `wanted`, made by `make` if it is new.
    #[inline(always)]
    fn find_or_add<K>(
        &self,
        hash: u64,
        wanted: K,
        is: impl Fn(&K, &T) -> bool,
        make: impl FnOnce(K) -> T,
    ) -> u32 {
        // The lower half is what this hasher mixes best.
        let short = hash as u32;
        // A panic while the lock is held can only be an allocation failure; the table stays valid.
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let found = |&(other, i): &(u32, u32)| other == short && is(&wanted, &self.items[i as usize]);
        match index.entry(spread(short), found, |&(short, _)| spread(short)) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(place) => {
                let i = self.items.push(make(wanted)) as u32;
                place.insert((short, i));
                i
            }
        }
    }
}

fn handle(index: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(index)
}

/// The text of an identifier of another context, where its handle is out of range here.
const FOREIGN_TEXT: &str = "<of another context>";
/// An attribute of another context, where its handle is out of range here: one that fits nowhere.
static FOREIGN_ATTR: AttrData = AttrData::Opaque { text: Ident(NonZeroU32::MAX) };
/// A type of another context, where its handle is out of range here: one without a binary form.
static FOREIGN_TYPE: TypeData = TypeData::Opaque { text: Ident(NonZeroU32::MAX) };
/// A location of another context, where its handle is out of range here.
static FOREIGN_LOC: LocData = LocData::Unknown;

/// Types that are needed all the time.
#[derive(Clone, Copy, Debug)]
pub struct CommonTypes {
    /// `none`
    pub none: Type,
    /// `i1`
    pub i1: Type,
    /// `i32`
    pub i32: Type,
    /// `f32`
    pub f32: Type,
    /// `index`
    pub index: Type,
}

/// Owner of everything that is interned; shared between threads.
pub struct Context {
    registry: Arc<Registry>,
    types: Interner<TypeData>,
    attrs: Interner<AttrData>,
    locs: Interner<LocData>,
    idents: Interner<Box<str>>,
    common: CommonTypes,
    /// By definition and base name.
    keys: Mutex<FxHashMap<(ParamDefId, Ident), NominalKeys>>,
    references: Mutex<References>,
}

/// The keys `name$0`, `name$1`, ... of nominal types of one definition.
#[derive(Default)]
struct NominalKeys {
    /// All before this are taken.
    next: u64,
    /// Types that have one of them, by their parameters.
    types: FxHashMap<Box<[Attribute]>, Type>,
    /// Types that [`Context::claim_named`] returned: who asked for one sets its parameters.
    claimed: FxHashSet<Type>,
}

impl Context {
    /// A context with these dialects.
    pub fn new(registry: Arc<Registry>) -> Context {
        let types = Interner::new();
        let get = |data: TypeData| {
            let key = data.clone();
            Type(handle(types.intern(&key, || data)))
        };
        let int = |width| get(TypeData::Integer { width, signedness: Signedness::Signless });
        let common = CommonTypes {
            none: get(TypeData::None),
            i1: int(1),
            i32: int(32),
            f32: get(TypeData::Float(FloatKind::F32)),
            index: get(TypeData::Index),
        };
        let (locs, attrs) = (Interner::new(), Interner::new());
        locs.intern(&LocData::Unknown, || LocData::Unknown);
        attrs.add(AttrData::Unit);
        Context {
            registry,
            types,
            attrs,
            locs,
            idents: Interner::new(),
            common,
            keys: Mutex::default(),
            references: Mutex::default(),
        }
    }

    /// The symbols that types and attributes refer to, as far as they were asked for.
    pub(crate) fn references(&self) -> MutexGuard<'_, References> {
        self.references.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The registered dialects.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Types that are needed all the time.
    pub fn common(&self) -> &CommonTypes {
        &self.common
    }

    /// Interns a string.
    pub fn ident(&self, text: &str) -> Ident {
        Ident(handle(self.idents.intern(text, || text.into())))
    }

    /// The text of an identifier.
    pub fn str(&self, ident: Ident) -> &str {
        self.idents.items.get(ident.0.get() as usize - 1).map_or(FOREIGN_TEXT, |text| text)
    }

    /// Interns a type.
    pub fn ty(&self, data: TypeData) -> Type {
        Type(handle(self.types.add(data)))
    }

    /// What a type is.
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.items.get(ty.0.get() as usize - 1).unwrap_or(&FOREIGN_TYPE)
    }

    /// Whether a handle is one of this context, as far as its number tells: one of another context may have the number of
    /// a type here.
    #[inline]
    pub fn has_type(&self, ty: Type) -> bool {
        self.types.items.get(ty.0.get() as usize - 1).is_some()
    }

    /// `iN`, `siN`, `uiN`
    pub fn int_type(&self, width: u32, signedness: Signedness) -> Type {
        self.ty(TypeData::Integer { width, signedness })
    }

    /// `f32` and the like.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.ty(TypeData::Float(kind))
    }

    /// `vector<NxT>`
    pub fn vector_type(&self, length: u64, element: Type) -> Type {
        self.ty(TypeData::Vector { dims: Box::new([length]), element })
    }

    /// `(inputs) -> results`
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeData::Function { inputs: inputs.into(), results: results.into() })
    }

    /// A structural dialect type.
    pub fn param_type(&self, def: ParamDefId, params: &[Attribute], distinct: u32) -> Type {
        let mut hasher = FxBuildHasher.build_hasher();
        hash_param(def, params, distinct, &mut hasher);
        let is = |_: &(), known: &TypeData| match known {
            TypeData::Param { def: d, params: p, distinct: n } => (*d, &**p, *n) == (def, params, distinct),
            _ => false,
        };
        let make = |()| TypeData::Param { def, params: params.into(), distinct };
        Type(handle(self.types.find_or_add(hasher.finish(), (), is, make)))
    }

    /// The nominal dialect type with this key, its parameters perhaps not yet set.
    pub fn named_type(&self, def: ParamDefId, key: Ident) -> Type {
        self.ty(TypeData::Named { def, key, params: Default::default() })
    }

    /// All types made so far. Their order is that of interning: no output may depend on it.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.types.items.iter().map(|(i, _)| Type(handle(i as u32)))
    }

    /// All attributes made so far. Their order is that of interning: no output may depend on it.
    pub fn attrs(&self) -> impl Iterator<Item = Attribute> + '_ {
        self.attrs.items.iter().map(|(i, _)| Attribute(handle(i as u32)))
    }

    /// Sets the parameters of a nominal type. False if others are set already.
    pub fn set_named_params(&self, ty: Type, params: &[Attribute]) -> bool {
        match self.type_data(ty) {
            TypeData::Named { params: slot, .. } => &**slot.get_or_init(|| params.into()) == params,
            _ => false,
        }
    }

    /// The nominal type with this key, where it has these parameters or none so far; else as [`Self::named_with_params`].
    pub fn named_type_with(&self, def: ParamDefId, key: Ident, params: &[Attribute]) -> Type {
        let ty = self.named_type(def, key);
        let own =
            self.with_keys(def, key, |keys| !keys.claimed.contains(&ty) && self.set_named_params(ty, params));
        if own { ty } else { self.named_with_params(ty, params) }
    }

    /// The nominal type with this key, or another one of the same base name where that is taken; nothing else in this
    /// context sets its parameters.
    pub fn claim_named(&self, def: ParamDefId, key: Ident) -> Type {
        let ty = self.named_type(def, key);
        let own = self.with_keys(def, key, |keys| {
            self.type_params(ty).is_none_or(|(_, params)| params.is_empty()) && keys.claimed.insert(ty)
        });
        if own { ty } else { self.fresh_named(ty) }
    }

    fn with_keys<R>(&self, def: ParamDefId, key: Ident, run: impl FnOnce(&mut NominalKeys) -> R) -> R {
        let base = self.ident(names::base_name(self.str(key)));
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        run(keys.entry((def, base)).or_default())
    }

    /// Another nominal type of the same definition and base name that has these parameters: one that this returned before, or
    /// one with a key that was free. Takes constant time, however many types share the name.
    pub fn named_with_params(&self, ty: Type, params: &[Attribute]) -> Type {
        self.next_named(ty, Some(params))
    }

    /// A nominal type of the same definition and base name that has no parameters, and that this never returned before.
    pub fn fresh_named(&self, ty: Type) -> Type {
        self.next_named(ty, None)
    }

    fn next_named(&self, ty: Type, params: Option<&[Attribute]>) -> Type {
        let TypeData::Named { def, key, .. } = self.type_data(ty) else { return ty };
        let base = names::base_name(self.str(*key));
        self.with_keys(*def, *key, |keys| {
            let known = params.and_then(|params| keys.types.get(params));
            if let Some(&known) = known.filter(|&&known| known != ty) {
                return known;
            }
            loop {
                let new = self.named_type(*def, self.ident(&format!("{base}${}", keys.next)));
                keys.next += 1;
                let fits = match params {
                    _ if new == ty || keys.claimed.contains(&new) => false,
                    Some(params) => self.set_named_params(new, params),
                    None => {
                        self.type_params(new).is_none_or(|(_, params)| params.is_empty())
                            && keys.claimed.insert(new)
                    }
                };
                if fits {
                    params.into_iter().for_each(|params| _ = keys.types.insert(params.into(), new));
                    return new;
                }
            }
        })
    }

    /// Definition and parameters of a dialect type (none yet for a nominal one without a body).
    pub fn type_params(&self, ty: Type) -> Option<(ParamDefId, &[Attribute])> {
        match self.type_data(ty) {
            TypeData::Param { def, params, .. } => Some((*def, params)),
            TypeData::Named { def, params, .. } => Some((*def, params.get().map_or(&[], |p| p))),
            _ => None,
        }
    }

    /// Interns an attribute.
    pub fn attr(&self, data: AttrData) -> Attribute {
        Attribute(handle(self.attrs.add(data)))
    }

    /// Makes room for so many more attributes: where many are about to be made, their table need not grow step by step.
    pub fn reserve_attrs(&self, count: usize) {
        self.attrs.reserve(count);
    }

    /// What an attribute is.
    pub fn attr_data(&self, attr: Attribute) -> &AttrData {
        self.attrs.items.get(attr.0.get() as usize - 1).unwrap_or(&FOREIGN_ATTR)
    }

    /// As [`Self::has_type`], of an attribute.
    #[inline]
    pub fn has_attr(&self, attr: Attribute) -> bool {
        self.attrs.items.get(attr.0.get() as usize - 1).is_some()
    }

    /// `unit`
    pub fn unit_attr(&self) -> Attribute {
        // The first of each context.
        Attribute(handle(0))
    }

    /// `"text"`
    pub fn string_attr(&self, text: &str) -> Attribute {
        self.attr(AttrData::String(text.into()))
    }

    /// `value : ty`, cut to the type's width. Where that is more than 64 bits, the others are 0.
    pub fn int_attr(&self, value: u64, ty: Type) -> Attribute {
        let value = match self.type_data(ty) {
            TypeData::Integer { width, .. } if *width < 64 => value & ((1 << width) - 1),
            TypeData::Integer { width, .. } if *width > 64 => {
                let mut limbs = vec![0; width.div_ceil(64) as usize];
                limbs[0] = value;
                return self.attr(AttrData::Wide { limbs: limbs.into(), ty });
            }
            _ => value,
        };
        self.attr(AttrData::Integer { value, ty })
    }

    /// `value : i32`
    pub fn i32_attr(&self, value: u32) -> Attribute {
        self.attr(AttrData::Integer { value: value.into(), ty: self.common.i32 })
    }

    /// A 32-bit float.
    pub fn f32(&self, value: f32) -> Attribute {
        self.attr(AttrData::Float { bits: u64::from(value.to_bits()), ty: self.common().f32 })
    }

    /// A 64-bit float.
    pub fn f64(&self, value: f64) -> Attribute {
        self.attr(AttrData::Float { bits: value.to_bits(), ty: self.float_type(FloatKind::F64) })
    }

    /// A boolean.
    pub fn bool_attr(&self, value: bool) -> Attribute {
        self.attr(AttrData::Bool(value))
    }

    /// `[a, b]`
    pub fn array_attr(&self, items: &[Attribute]) -> Attribute {
        self.attr(AttrData::Array(items.into()))
    }

    /// `dense<[1, 2]> : vector<2xi32>`: the bits of each element; equal ones become a splat.
    pub fn dense_attr(&self, ty: Type, mut elements: Vec<u64>) -> Attribute {
        if elements.iter().all(|bits| *bits == elements[0]) {
            elements.truncate(1);
        }
        self.attr(AttrData::Dense { ty, elements: elements.into() })
    }

    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attribute {
        self.attr(AttrData::Type(ty))
    }

    /// `@name`
    pub fn symbol_attr(&self, name: Ident) -> Attribute {
        self.attr(AttrData::Symbol(name))
    }

    /// `{...}`: sorts by key; of entries with one key the last counts.
    pub fn dict_attr(&self, mut items: Vec<(Ident, Attribute)>) -> Attribute {
        items.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
        items.reverse();
        items.dedup_by_key(|e| e.0);
        items.reverse();
        self.attr(AttrData::Dict(items.into()))
    }

    /// `#dialect.name<...>`
    pub fn param_attr(&self, def: ParamDefId, params: &[Attribute]) -> Attribute {
        self.attr(AttrData::Param { def, params: params.into() })
    }

    /// The text of a string attribute.
    pub fn attr_str(&self, attr: Attribute) -> Option<&str> {
        match self.attr_data(attr) {
            AttrData::String(s) => Some(s),
            _ => None,
        }
    }

    /// The value of an integer attribute of at most 64 bits.
    pub fn attr_u64(&self, attr: Attribute) -> Option<u64> {
        match self.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The type of a type attribute.
    pub fn attr_type(&self, attr: Attribute) -> Option<Type> {
        match self.attr_data(attr) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The type that a number, a bool or elements carry.
    pub fn constant_type(&self, attr: Attribute) -> Option<Type> {
        match self.attr_data(attr) {
            AttrData::Bool(_) => Some(self.common().i1),
            AttrData::Integer { ty, .. }
            | AttrData::Wide { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. } => Some(*ty),
            _ => crate::resources::as_dense_resource(self, attr).map(|resource| resource.ty),
        }
    }

    /// The elements of an array attribute.
    pub fn attr_array(&self, attr: Attribute) -> Option<&[Attribute]> {
        match self.attr_data(attr) {
            AttrData::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The symbol of a flat symbol reference.
    pub fn attr_symbol(&self, attr: Attribute) -> Option<Ident> {
        match self.attr_data(attr) {
            AttrData::Symbol(s) => Some(*s),
            _ => None,
        }
    }

    /// The entries of a dictionary attribute; none for `None` or another kind.
    pub fn dict(&self, attr: Option<Attribute>) -> &[(Ident, Attribute)] {
        match attr.map(|a| self.attr_data(a)) {
            Some(AttrData::Dict(items)) => items,
            _ => &[],
        }
    }

    /// The entry `key` of a dictionary attribute.
    pub fn dict_get(&self, attr: Option<Attribute>, key: &str) -> Option<Attribute> {
        self.dict(attr).iter().find(|(k, _)| self.str(*k) == key).map(|(_, v)| *v)
    }

    /// A dictionary attribute without the entry `key`; `None` where nothing else is in it.
    pub fn dict_without(&self, attr: Option<Attribute>, key: &str) -> Option<Attribute> {
        if self.dict_get(attr, key).is_none() {
            return attr;
        }
        let kept: Vec<_> = self.dict(attr).iter().copied().filter(|(k, _)| self.str(*k) != key).collect();
        (!kept.is_empty()).then(|| self.dict_attr(kept))
    }

    /// Interns a location.
    pub fn location(&self, data: LocData) -> Location {
        let key = data.clone();
        Location(self.locs.intern(&key, || data))
    }

    /// `loc("file":line:column)`
    pub fn file_location(&self, file: Ident, line: u32, column: u32) -> Location {
        self.location(LocData::FileLineCol { file, line, column })
    }

    /// All locations that were interned.
    pub fn locations(&self) -> impl Iterator<Item = &LocData> {
        self.locs.items.iter().map(|(_, data)| data)
    }

    /// What a location is.
    pub fn loc_data(&self, loc: Location) -> &LocData {
        self.locs.items.get(if loc.is_explicit() { loc.0 as usize } else { 0 }).unwrap_or(&FOREIGN_LOC)
    }
}
