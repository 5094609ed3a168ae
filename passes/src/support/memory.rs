//! Alias analysis: memory locations of pointers, and may-alias groups by root, storage class and access path

use crate::support::access::Access;
use crate::support::spirv::is_chain;
use crate::support::spirv::{
    integer, is_volatile_or_coherent, is_volatile_or_coherent_type, is_volatile_or_coherent_variable, storage,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::OpDefId;
use spv_ir::rewrite::program_uses;
use spv_ir::{Attribute, Body, Context, Ident, Op, SymbolTable, Type, Value, walk};

/// The base of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    /// An `spv.Variable` of the function.
    Variable(Op),
    /// A global variable, by its symbol.
    Global(Ident),
    /// Any other pointer, for example a parameter or a loaded pointer.
    Value(Value),
}

/// One index of an access path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Index {
    Constant(u64),
    Value(Value),
}

/// A memory location: root, storage class and access path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoryLocation {
    pub root: Root,
    pub class: u32,
    pub path: Vec<Index>,
}

/// Pointer casts whose result points to the same memory as the operand.
const CASTS: [OpDefId; 3] =
    [spv::PtrCastToGeneric::ID, spv::GenericCastToPtr::ID, spv::GenericCastToPtrExplicit::ID];

/// The aliasing relation of two memory locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alias {
    /// The locations do not overlap.
    No,
    /// The locations may overlap, or one contains the other.
    May,
    /// The locations are the same.
    Must,
}

/// Alias analysis of one function.
pub(crate) struct Memory<'a> {
    pub ctx: &'a Context,
    /// Facts about the module that transformations must respect.
    facts: Facts,
    /// The body that contains the function op and the global variables.
    pub module: &'a Body,
    pub symbols: &'a SymbolTable,
    /// Whether each function variable is closed, which means that only loads, stores and access chains use it.
    closed: FxHashMap<Op, bool>,
    globals: FxHashMap<Ident, Global>,
    /// Whether the function uses pointers of storage class Generic; computed on first use.
    generic_pointers: Option<bool>,
    /// Whether memory of each type is volatile or coherent.
    volatile_or_coherent_types: FxHashMap<Type, bool>,
}

/// Properties of a global variable.
#[derive(Clone, Copy, Debug, Default)]
struct Global {
    /// Whether no invocation writes to the variable while a shader runs.
    read_only: bool,
    /// Whether the variable may change without a write by this invocation, or another variable may alias it.
    volatile_or_shared: bool,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(
        ctx: &'a Context,
        facts: Facts,
        module: &'a Body,
        symbols: &'a SymbolTable,
    ) -> Memory<'a> {
        let (closed, globals, volatile_or_coherent_types) = Default::default();
        let generic_pointers = facts.contains(Facts::NO_GENERIC_POINTERS).then_some(false);
        Memory { ctx, facts, module, symbols, closed, globals, generic_pointers, volatile_or_coherent_types }
    }

    /// Returns the memory location that a pointer points to, or `None` if it is not a typed pointer.
    pub(crate) fn place(&self, body: &Body, pointer: Value) -> Option<MemoryLocation> {
        types::pointer(self.ctx, body.value_type(pointer))?;
        let mut path = Vec::new();
        let (root, at) = self.root(body, pointer, |chain| {
            let indices: SmallVec<[Value; 4]> = body.own_operands(chain).skip(1).collect();
            path.extend(indices.into_iter().rev().map(|v| match integer(self.ctx, body, v) {
                Some(value) => Index::Constant(value),
                None => Index::Value(v),
            }));
        });
        path.reverse();
        let (_, class) = types::pointer(self.ctx, body.value_type(at))?;
        Some(MemoryLocation { root, class, path })
    }

    /// Returns the root of a pointer, and the pointer to the root. Calls `each` with the access chains between both
    /// pointers.
    fn root(&self, body: &Body, pointer: Value, mut each: impl FnMut(Op)) -> (Root, Value) {
        let mut at = pointer;
        let root = loop {
            let Some(op) = body.defining_op(at) else { break Root::Value(at) };
            let def = body.def(op);
            if is_chain(body, op) {
                each(op);
                at = body.operand(op, spv::AccessChain::BASE);
            } else if let Some(copy) = spv::CopyObject::cast(body, op) {
                at = copy.operand();
            } else if CASTS.contains(&def) {
                at = body.operand(op, spv::Bitcast::OPERAND);
            } else if def == spv::Variable::ID {
                break Root::Variable(op);
            } else if let Some(address) = spv::AddressOf::cast(body, op) {
                match address.variable(self.ctx) {
                    Some(name) => break Root::Global(name),
                    None => break Root::Value(at),
                }
            } else {
                break Root::Value(at);
            }
        };
        (root, at)
    }

    /// Returns the function variable that a pointer points into, if the variable is closed. A closed variable is used
    /// only by loads, stores and access chains.
    pub(crate) fn closed_variable(&mut self, body: &Body, pointer: Value) -> Option<Op> {
        match self.root(body, pointer, |_| {}).0 {
            Root::Variable(op) => self.is_closed_variable(body, op).then_some(op),
            _ => None,
        }
    }

    /// Returns whether two memory locations alias.
    pub(crate) fn alias(&mut self, body: &Body, a: &MemoryLocation, b: &MemoryLocation) -> Alias {
        if a.root == b.root {
            return path_alias(&a.path, &b.path);
        }
        if self.is_closed(body, a) || self.is_closed(body, b) {
            return Alias::No;
        }
        let generic = [a, b].iter().any(|place| place.class == storage::GENERIC);
        let both = |is: fn(u32) -> bool| is(a.class) && is(b.class);
        if a.class != b.class && !both(is_shared) && !(generic && both(is_generic)) {
            return Alias::No;
        }
        if self.is_read_only(a) || self.is_read_only(b) {
            return Alias::No;
        }
        let apart = |p: &MemoryLocation| !is_shared(p.class) && !matches!(p.root, Root::Value(_));
        if apart(a)
            && apart(b)
            && !self.is_volatile_or_coherent(body, a)
            && !self.is_volatile_or_coherent(body, b)
        {
            Alias::No
        } else {
            Alias::May
        }
    }

    /// Returns the may-alias group of a location's root.
    pub(crate) fn group(&mut self, body: &Body, place: &MemoryLocation) -> Group {
        match self.is_closed(body, place) {
            true => CLOSED,
            false if self.is_read_only(place) => READ_ONLY,
            false => open_group(place.class, matches!(place.root, Root::Value(_))),
        }
    }

    /// Returns the may-alias groups that may contain locations that alias `place`, according to [`Self::alias`].
    /// Assumes that the roots differ and that the other locations are not volatile or shared.
    pub(crate) fn groups_aliasing(
        &mut self,
        body: &Body,
        place: &MemoryLocation,
    ) -> impl Iterator<Item = Group> + use<> {
        let group = self.group(body, place);
        // A Generic pointer may point to a function variable.
        let also = match group {
            SHARED if place.class == storage::GENERIC => {
                open_group(storage::FUNCTION, false)..open_group(storage::FUNCTION, true) + 1
            }
            CLOSED | READ_ONLY => 0..0,
            _ if place.class == storage::FUNCTION && self.has_generic_pointers(body) => SHARED..SHARED + 1,
            _ => 0..0,
        };
        let of_class = |is_value: bool| open_group(place.class, is_value);
        let (begin, end) = match group {
            CLOSED | READ_ONLY => (0, 0),
            SHARED => (SHARED, SHARED + 1),
            _ if matches!(place.root, Root::Value(_)) || self.is_volatile_or_coherent(body, place) => {
                (of_class(false), of_class(true) + 1)
            }
            _ => (of_class(true), of_class(true) + 1),
        };
        (begin..end).chain(also)
    }

    fn has_generic_pointers(&mut self, body: &Body) -> bool {
        let is_generic = |value| {
            types::pointer(self.ctx, body.value_type(value))
                .is_some_and(|(_, class)| class == storage::GENERIC)
        };
        *self.generic_pointers.get_or_insert_with(|| {
            let mut operands = walk::ops(body).flat_map(|op| body.operands(op));
            operands.any(is_generic)
        })
    }

    /// Returns whether a location is in a closed function variable, which only loads, stores and access chains use.
    pub(crate) fn is_closed(&mut self, body: &Body, place: &MemoryLocation) -> bool {
        matches!(place.root, Root::Variable(op) if self.is_closed_variable(body, op))
    }

    fn is_closed_variable(&mut self, body: &Body, op: Op) -> bool {
        *self.closed.entry(op).or_insert_with(|| {
            if is_volatile_or_coherent_variable(self.ctx, self.facts, body, op) {
                return false;
            }
            let mut work = vec![body.result(op, 0)];
            while let Some(pointer) = work.pop() {
                for (user, operand) in program_uses(self.ctx, body, pointer) {
                    if is_chain(body, user) && operand == 0 {
                        work.push(body.result(user, 0));
                    } else if operand != 0 || Access::new(body, user).is_none() {
                        return false;
                    }
                }
            }
            true
        })
    }

    fn global(&mut self, name: Ident) -> Global {
        if let Some(&known) = self.globals.get(&name) {
            return known;
        }
        let mut global = Global { read_only: false, volatile_or_shared: true };
        if let Some(op) = self.symbols.get(name) {
            let has = |attrs: Option<Attribute>, key: &str| self.ctx.dict_get(attrs, key).is_some();
            let attrs = self.module.attrs(op);
            let ty = self.module.slot_attr(op, spv::GlobalVariable::TYPE).and_then(|a| self.ctx.attr_type(a));
            let pointer = ty.and_then(|ty| types::pointer(self.ctx, ty));
            if let Some((pointee, class)) = pointer {
                global.volatile_or_shared = is_volatile_or_coherent(self.ctx, attrs)
                    || has(attrs, "aliased")
                    || is_volatile_or_coherent_type(self.ctx, self.facts, pointee);
                let helper = self.ctx.dict_get(attrs, "built_in").is_some_and(|a| {
                    // The built-in HelperInvocation changes if the invocation is demoted.
                    self.ctx.attr_str(a).is_some_and(|name| name == "HelperInvocation")
                });
                global.volatile_or_shared |= helper;
                use storage::*;
                let buffer_block = || {
                    let inner = innermost(self.ctx, pointee);
                    types::structure(self.ctx, inner).is_none_or(|s| has(s.decorations, "buffer_block"))
                };
                global.read_only = !global.volatile_or_shared
                    && match class {
                        INPUT | PUSH_CONSTANT => true,
                        UNIFORM => !buffer_block(),
                        UNIFORM_CONSTANT => true,
                        STORAGE_BUFFER => has(attrs, "non_writable"),
                        _ => false,
                    };
            }
        }
        self.globals.insert(name, global);
        global
    }

    /// Returns whether no invocation writes to a location while the function runs.
    pub(crate) fn is_read_only(&mut self, place: &MemoryLocation) -> bool {
        match place.root {
            Root::Global(name) => self.global(name).read_only,
            _ => false,
        }
    }

    /// Returns whether a location may change without a write by this invocation, or another variable may alias it.
    pub(crate) fn is_volatile_or_coherent(&mut self, body: &Body, place: &MemoryLocation) -> bool {
        let pointer = match place.root {
            Root::Global(name) => return self.global(name).volatile_or_shared,
            Root::Variable(op) if is_volatile_or_coherent(self.ctx, body.attrs(op)) => return true,
            Root::Variable(op) => body.result(op, 0),
            Root::Value(value) => value,
        };
        let Some((pointee, _)) = types::pointer(self.ctx, body.value_type(pointer)) else { return false };
        *self
            .volatile_or_coherent_types
            .entry(pointee)
            .or_insert_with(|| is_volatile_or_coherent_type(self.ctx, self.facts, pointee))
    }
}

/// Index of a may-alias group. If a root in one group may alias a root in another group, all roots of both groups may
/// alias.
pub(crate) type Group = usize;

/// May-alias group of closed function variables, which only loads, stores and access chains use.
pub(crate) const CLOSED: Group = 0;
/// May-alias group of read-only memory.
pub(crate) const READ_ONLY: Group = 1;
/// May-alias group of memory that other invocations or other variables can access.
pub(crate) const SHARED: Group = 2;
/// Storage classes with two may-alias groups each: one for variables, and one for other pointers.
const OWN_CLASSES: [u32; 5] =
    [storage::FUNCTION, storage::PRIVATE, storage::INPUT, storage::OUTPUT, storage::PUSH_CONSTANT];
/// Number of may-alias groups.
pub(crate) const GROUPS: usize = 3 + 2 * OWN_CLASSES.len();

/// Returns the may-alias group of a location that is neither closed nor read-only. `class` is its storage class, and
/// `is_value` is whether its root is not a variable.
pub(crate) fn open_group(class: u32, is_value: bool) -> Group {
    let own = OWN_CLASSES.iter().position(|&own| own == class);
    own.map_or(SHARED, |at| 3 + 2 * at + usize::from(is_value))
}

/// Returns the innermost element type of nested arrays, or the type itself if it is not an array.
fn innermost(ctx: &Context, ty: spv_ir::Type) -> spv_ir::Type {
    use spv_dialect::generated::opcodes;
    let mut at = ty;
    while let Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, [_, element, ..])) =
        types::view(ctx, at)
    {
        match ctx.attr_type(*element) {
            Some(element) => at = element,
            None => break,
        }
    }
    at
}

/// Returns whether a pointer of storage class Generic may point to memory of storage class `class`.
fn is_generic(class: u32) -> bool {
    is_shared(class) || class == storage::FUNCTION
}

/// Returns whether other invocations or other variables can access memory of a storage class.
pub(crate) fn is_shared(class: u32) -> bool {
    use storage::*;
    ![FUNCTION, PRIVATE, INPUT, OUTPUT, PUSH_CONSTANT].contains(&class)
}

fn path_alias(a: &[Index], b: &[Index]) -> Alias {
    for (x, y) in a.iter().zip(b) {
        match (x, y) {
            (Index::Constant(x), Index::Constant(y)) if x != y => return Alias::No,
            (x, y) if x == y => {}
            // An index is unknown, so the remaining indices cannot be compared.
            _ => return Alias::May,
        }
    }
    if a.len() == b.len() { Alias::Must } else { Alias::May }
}
