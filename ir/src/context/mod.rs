//! Context: interned types, attributes, identifiers and locations, and the dialect registry
//!
//! Handles are `Copy` and take 4 bytes. Two handles are the same if and only if their contents are. Reading through a
//! handle needs no lock, but interning does. With threads, the interning order varies between runs, so no output may
//! depend on the integer value of a handle.

pub mod affine;
pub mod arith;
pub mod attrs;
pub(crate) mod float_formats;
pub mod handles;
pub mod location;
pub mod names;
pub mod replace;
pub mod resources;
pub mod subelements;
pub mod types;

use crate::attrs::{AttrData, Attribute};
use crate::dialect::Registry;
use crate::handles::{Ident, ParamDefId};
use crate::location::{LocData, Location};
use crate::subelements::{Subelement, attr_children, type_children};
use crate::symbols::uses::References;
use crate::types::{FloatKind, Signedness, Type, TypeData, hash_param};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An append-only set with lock-free reads by index and insertion under a lock.
struct Interner<T> {
    items: boxcar::Vec<T>,
    /// A hash table of short hashes and indices of the items. Because the hashes are stored, the table can grow without
    /// reading the items.
    index: Mutex<HashTable<(u32, u32)>>,
}

/// Expands a short hash to the 64-bit hash that the hash table expects.
fn spread(short: u32) -> u64 {
    u64::from(short).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<T: Eq + Hash> Interner<T> {
    fn new() -> Self {
        Interner { items: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) }
    }

    /// Returns the index of the item that matches `key`. If no item matches, adds the item that `make` creates.
    fn intern<Q: Hash + Eq + ?Sized>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
    {
        let hash = FxBuildHasher.hash_one(key);
        self.find_or_add(hash, key, |key, item| item.borrow() == *key, |_| make())
    }

    /// Reserves hash table space for `count` more items.
    fn reserve(&self, count: usize) {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        index.reserve(count, |&(short, _)| spread(short));
    }

    /// Returns the index of an item, which is added if it is new. A new item is first passed to `check`, which returns
    /// it or a replacement.
    fn add(&self, item: T, check: impl FnOnce(T) -> T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        self.find_or_add(hash, item, |new, known| new == known, check)
    }

    /// Returns the index of the item for which `is(wanted, item)` holds. If no item matches, adds the item that
    /// `make` creates.
    #[inline(always)]
    fn find_or_add<K>(
        &self,
        hash: u64,
        wanted: K,
        is: impl Fn(&K, &T) -> bool,
        make: impl FnOnce(K) -> T,
    ) -> u32 {
        // FxHash mixes the lower half best.
        let short = hash as u32;
        // Only a failed allocation can cause a panic while the lock is held, and it leaves the hash table valid.
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

/// Text of an identifier from another context whose handle is out of range here.
const FOREIGN_TEXT: &str = "<of another context>";
/// Placeholder identifier in the contents below, which are returned for handles that are out of range.
const FOREIGN: Ident = Ident(NonZeroU32::MAX);
/// Contents of an attribute whose own handle, or a component's handle, is out of range. It satisfies no constraint.
static FOREIGN_ATTR: AttrData = AttrData::Opaque { text: FOREIGN };
/// Contents of a type whose own handle, or a component's handle, is out of range. It has no binary form.
static FOREIGN_TYPE: TypeData = TypeData::Opaque { text: FOREIGN };
/// Contents of a location from another context whose handle is out of range.
static FOREIGN_LOC: LocData = LocData::Unknown;

/// Frequently used types.
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

/// The owner of all interned types, attributes, identifiers and locations. Can be shared between threads.
pub struct Context {
    registry: Arc<Registry>,
    types: Interner<TypeData>,
    attrs: Interner<AttrData>,
    locs: Interner<LocData>,
    idents: Interner<Box<str>>,
    common: CommonTypes,
    /// Nominal types by definition and base name.
    keys: Mutex<FxHashMap<(ParamDefId, Ident), NominalKeys>>,
    references: Mutex<References>,
}

/// The nominal types with the same definition and base name. Their keys are `name$0`, `name$1` and so on.
#[derive(Default)]
struct NominalKeys {
    /// Smallest suffix that may be free. All smaller suffixes are in use.
    next: u64,
    /// Nominal types with one of these keys, by their parameters.
    types: FxHashMap<Box<[Attribute]>, Type>,
    /// Nominal types that [`Context::claim_named`] returned. Only their claimants may set the parameters.
    claimed: FxHashSet<Type>,
}

impl Context {
    /// Creates a context with the given dialects.
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
        attrs.add(AttrData::Unit, |data| data);
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

    /// Returns the cache of symbol references in types and attributes.
    pub(crate) fn references(&self) -> MutexGuard<'_, References> {
        self.references.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the registered dialects.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Returns the frequently used types.
    pub fn common(&self) -> &CommonTypes {
        &self.common
    }

    /// Interns a string.
    pub fn ident(&self, text: &str) -> Ident {
        Ident(handle(self.idents.intern(text, || text.into())))
    }

    /// Returns the string of an identifier.
    pub fn str(&self, ident: Ident) -> &str {
        self.idents.items.get(ident.0.get() as usize - 1).map_or(FOREIGN_TEXT, |text| text)
    }

    /// Interns a type.
    pub fn ty(&self, data: TypeData) -> Type {
        Type(handle(self.types.add(data, |data| self.checked_type(data))))
    }

    /// Returns `data`, or [`FOREIGN_TYPE`] if a component has a handle that is out of range. Otherwise that handle
    /// could become the handle of the new type itself, which would create a cycle.
    fn checked_type(&self, data: TypeData) -> TypeData {
        let mut own = true;
        type_children(&data, &mut |part| own &= self.has_part(part));
        if own { data } else { FOREIGN_TYPE.clone() }
    }

    /// Returns `data`, or [`FOREIGN_ATTR`] if a component has a handle that is out of range.
    fn checked_attr(&self, data: AttrData) -> AttrData {
        let mut own = true;
        attr_children(&data, &mut |part| own &= self.has_part(part));
        if own { data } else { FOREIGN_ATTR.clone() }
    }

    fn has_part(&self, part: Subelement) -> bool {
        match part {
            Subelement::Attr(attr) => self.has_attr(attr),
            Subelement::Type(ty) => self.has_type(ty),
        }
    }

    /// Returns the contents of a type.
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.items.get(ty.0.get() as usize - 1).unwrap_or(&FOREIGN_TYPE)
    }

    /// Returns whether the context has a type with this index, whose components are all valid. A handle of another
    /// context may be accepted by coincidence.
    #[inline]
    pub fn has_type(&self, ty: Type) -> bool {
        self.types
            .items
            .get(ty.0.get() as usize - 1)
            .is_some_and(|data| !matches!(data, TypeData::Opaque { text } if *text == FOREIGN))
    }

    /// Returns the integer type `iN`, `siN` or `uiN`.
    pub fn int_type(&self, width: u32, signedness: Signedness) -> Type {
        self.ty(TypeData::Integer { width, signedness })
    }

    /// Returns the floating-point type with the given format.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.ty(TypeData::Float(kind))
    }

    /// Returns the one-dimensional vector type `vector<NxT>`.
    pub fn vector_type(&self, length: u64, element: Type) -> Type {
        self.ty(TypeData::Vector { dims: Box::new([length]), element })
    }

    /// Returns the function type `(inputs) -> results`.
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeData::Function { inputs: inputs.into(), results: results.into() })
    }

    /// Returns a structural dialect type. Types that differ only in `distinct` are different types.
    pub fn param_type(&self, def: ParamDefId, params: &[Attribute], distinct: u32) -> Type {
        let mut hasher = FxBuildHasher.build_hasher();
        hash_param(def, params, distinct, &mut hasher);
        let is = |_: &(), known: &TypeData| match known {
            TypeData::Param { def: d, params: p, distinct: n } => (*d, &**p, *n) == (def, params, distinct),
            _ => false,
        };
        let make = |()| self.checked_type(TypeData::Param { def, params: params.into(), distinct });
        Type(handle(self.types.find_or_add(hasher.finish(), (), is, make)))
    }

    /// Returns the nominal dialect type with this key. Its parameters are not set until [`Self::set_named_params`] is
    /// called.
    pub fn named_type(&self, def: ParamDefId, key: Ident) -> Type {
        self.ty(TypeData::Named { def, key, params: Default::default() })
    }

    /// Returns all types interned so far. The order varies between runs with threads, so no output may depend on it.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.types.items.iter().map(|(i, _)| Type(handle(i as u32)))
    }

    /// Returns all attributes interned so far. The order varies between runs with threads, so no output may depend on
    /// it.
    pub fn attrs(&self) -> impl Iterator<Item = Attribute> + '_ {
        self.attrs.items.iter().map(|(i, _)| Attribute(handle(i as u32)))
    }

    /// Sets the parameters of a nominal type. Returns false if it already has different parameters.
    pub fn set_named_params(&self, ty: Type, params: &[Attribute]) -> bool {
        // An out-of-range handle in a parameter could later denote a type that contains this type.
        let own =
            |attr: &Attribute| if self.has_attr(*attr) { *attr } else { self.attr(FOREIGN_ATTR.clone()) };
        let params: Box<[Attribute]> = params.iter().map(own).collect();
        match self.type_data(ty) {
            TypeData::Named { params: slot, .. } => *slot.get_or_init(|| params.clone()) == params,
            _ => false,
        }
    }

    /// Returns the nominal type with this key and these parameters. If the key is claimed or its type has different
    /// parameters, falls back to [`Self::named_with_params`].
    pub fn named_type_with(&self, def: ParamDefId, key: Ident, params: &[Attribute]) -> Type {
        let ty = self.named_type(def, key);
        let own =
            self.with_keys(def, key, |keys| !keys.claimed.contains(&ty) && self.set_named_params(ty, params));
        if own { ty } else { self.named_with_params(ty, params) }
    }

    /// Returns the nominal type with this key. If the key is in use, chooses another key with the same base name. Only
    /// the caller may set the parameters of the returned type.
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

    /// Returns a nominal type other than `ty` that has the same definition and base name and the given parameters.
    ///
    /// Reuses a type that an earlier call returned, or creates one with a free key. Takes constant time regardless of
    /// the number of types with the same base name.
    pub fn named_with_params(&self, ty: Type, params: &[Attribute]) -> Type {
        self.next_named(ty, Some(params))
    }

    /// Returns a new nominal type with the definition and base name of `ty`. Its parameters are not set.
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

    /// Returns the definition and the parameters of a dialect type. The parameters are empty for a nominal type whose
    /// parameters are not set yet. Returns `None` for builtin types.
    pub fn type_params(&self, ty: Type) -> Option<(ParamDefId, &[Attribute])> {
        match self.type_data(ty) {
            TypeData::Param { def, params, .. } => Some((*def, params)),
            TypeData::Named { def, params, .. } => Some((*def, params.get().map_or(&[], |p| p))),
            _ => None,
        }
    }

    /// Interns an attribute.
    pub fn attr(&self, data: AttrData) -> Attribute {
        Attribute(handle(self.attrs.add(data, |data| self.checked_attr(data))))
    }

    /// Reserves memory for `count` more attributes, so that the hash table need not grow repeatedly.
    pub fn reserve_attrs(&self, count: usize) {
        self.attrs.reserve(count);
    }

    /// Returns the contents of an attribute.
    pub fn attr_data(&self, attr: Attribute) -> &AttrData {
        self.attrs.items.get(attr.0.get() as usize - 1).unwrap_or(&FOREIGN_ATTR)
    }

    /// Returns whether the context has an attribute with this index, whose components are all valid. A handle of
    /// another context may be accepted by coincidence.
    #[inline]
    pub fn has_attr(&self, attr: Attribute) -> bool {
        self.attrs
            .items
            .get(attr.0.get() as usize - 1)
            .is_some_and(|data| !matches!(data, AttrData::Opaque { text } if *text == FOREIGN))
    }

    /// Returns the `unit` attribute.
    pub fn unit_attr(&self) -> Attribute {
        // The first attribute that every context interns.
        Attribute(handle(0))
    }

    /// Returns the string attribute `"text"`.
    pub fn string_attr(&self, text: &str) -> Attribute {
        self.attr(AttrData::String(text.into()))
    }

    /// Returns the integer attribute `value : ty`. Truncates the value to the width of the type, or zero-extends it
    /// beyond 64 bits.
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

    /// Returns the integer attribute `value : i32`.
    pub fn i32_attr(&self, value: u32) -> Attribute {
        self.attr(AttrData::Integer { value: value.into(), ty: self.common.i32 })
    }

    /// Returns the float attribute `value : f32`.
    pub fn f32(&self, value: f32) -> Attribute {
        self.attr(AttrData::Float { bits: u64::from(value.to_bits()), ty: self.common().f32 })
    }

    /// Returns the float attribute `value : f64`.
    pub fn f64(&self, value: f64) -> Attribute {
        self.attr(AttrData::Float { bits: value.to_bits(), ty: self.float_type(FloatKind::F64) })
    }

    /// Returns the attribute `true` or `false`.
    pub fn bool_attr(&self, value: bool) -> Attribute {
        self.attr(AttrData::Bool(value))
    }

    /// Returns the array attribute `[a, b]`.
    pub fn array_attr(&self, items: &[Attribute]) -> Attribute {
        self.attr(AttrData::Array(items.into()))
    }

    /// Returns a dense attribute such as `dense<[1, 2]> : vector<2xi32>`, given the bits of each element. If all
    /// elements are identical, the attribute is a splat.
    pub fn dense_attr(&self, ty: Type, mut elements: Vec<u64>) -> Attribute {
        if elements.iter().all(|bits| *bits == elements[0]) {
            elements.truncate(1);
        }
        self.attr(AttrData::Dense { ty, elements: elements.into() })
    }

    /// Returns an attribute that contains a type.
    pub fn type_attr(&self, ty: Type) -> Attribute {
        self.attr(AttrData::Type(ty))
    }

    /// Returns the symbol reference `@name`.
    pub fn symbol_attr(&self, name: Ident) -> Attribute {
        self.attr(AttrData::Symbol(name))
    }

    /// Returns the dictionary attribute `{...}`, sorted by key. If a key occurs several times, the last value is
    /// used.
    pub fn dict_attr(&self, mut items: Vec<(Ident, Attribute)>) -> Attribute {
        items.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
        items.reverse();
        items.dedup_by_key(|e| e.0);
        items.reverse();
        self.attr(AttrData::Dict(items.into()))
    }

    /// Returns the dialect attribute `#dialect.name<...>`.
    pub fn param_attr(&self, def: ParamDefId, params: &[Attribute]) -> Attribute {
        self.attr(AttrData::Param { def, params: params.into() })
    }

    /// Returns the contents of a string attribute; `None` for other attributes.
    pub fn attr_str(&self, attr: Attribute) -> Option<&str> {
        match self.attr_data(attr) {
            AttrData::String(s) => Some(s),
            _ => None,
        }
    }

    /// Returns the value of an integer attribute of at most 64 bits; `None` for other attributes.
    pub fn attr_u64(&self, attr: Attribute) -> Option<u64> {
        match self.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// Returns the type in a type attribute; `None` for other attributes.
    pub fn attr_type(&self, attr: Attribute) -> Option<Type> {
        match self.attr_data(attr) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Returns the type of a numeric, Boolean or elements attribute; `None` for other attributes.
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

    /// Returns the elements of an array attribute; `None` for other attributes.
    pub fn attr_array(&self, attr: Attribute) -> Option<&[Attribute]> {
        match self.attr_data(attr) {
            AttrData::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the symbol of a flat symbol reference; `None` for other attributes.
    pub fn attr_symbol(&self, attr: Attribute) -> Option<Ident> {
        match self.attr_data(attr) {
            AttrData::Symbol(s) => Some(*s),
            _ => None,
        }
    }

    /// Returns the entries of a dictionary attribute. Returns an empty slice for `None` and for other attributes.
    pub fn dict(&self, attr: Option<Attribute>) -> &[(Ident, Attribute)] {
        match attr.map(|a| self.attr_data(a)) {
            Some(AttrData::Dict(items)) => items,
            _ => &[],
        }
    }

    /// Returns the value of `key` in a dictionary attribute; `None` if the dictionary or the key is missing.
    pub fn dict_get(&self, attr: Option<Attribute>, key: &str) -> Option<Attribute> {
        self.dict(attr).iter().find(|(k, _)| self.str(*k) == key).map(|(_, v)| *v)
    }

    /// Returns a dictionary attribute without `key`; `None` if the result would be empty.
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

    /// Returns the location `loc("file":line:column)`.
    pub fn file_location(&self, file: Ident, line: u32, column: u32) -> Location {
        self.location(LocData::FileLineCol { file, line, column })
    }

    /// Returns the contents of all locations interned so far.
    pub fn locations(&self) -> impl Iterator<Item = &LocData> {
        self.locs.items.iter().map(|(_, data)| data)
    }

    /// Returns the contents of an explicit location; [`LocData::Unknown`] for any other location.
    pub fn loc_data(&self, loc: Location) -> &LocData {
        self.locs.items.get(if loc.is_explicit() { loc.0 as usize } else { 0 }).unwrap_or(&FOREIGN_LOC)
    }
}
