//! Handles of parts of a module: numbers that are checked at each use, so that a wrong handle is an error.

use crate::status::Failure;
use spv_opt::ir;
use spv_opt::op_path::Path;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a part of a module, valid until passes run on the module. Two handles of one module are equal exactly
/// if their parts are the same. All zero is the null handle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handle {
    /// Identifies the module.
    pub module: u64,
    /// Number of pass runs before the handle was created.
    pub generation: u32,
    /// Index in the module.
    pub index: u32,
}

/// An operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Op {
    /// The number.
    pub handle: Handle,
}

/// A region of an operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Region {
    /// The number.
    pub handle: Handle,
}

/// A basic block.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Block {
    /// The number.
    pub handle: Handle,
}

/// An SSA value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    /// The number.
    pub handle: Handle,
}

/// The entity behind a handle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Entity {
    /// An op.
    Op(ir::Op),
    /// A region.
    Region(ir::Region),
    /// A block.
    Block(ir::Block),
    /// A value.
    Value(ir::Value),
}

/// A kind of handle.
pub trait EntityHandle: Copy {
    /// The entity's handle type in the IR.
    type Id: Copy;
    /// The name of the kind in messages.
    const NAME: &str;

    /// Constructs the handle with this number.
    fn new(handle: Handle) -> Self;
    /// Returns the number.
    fn handle(self) -> Handle;
    /// Wraps an id for storage.
    fn entity(id: Self::Id) -> Entity;
    /// Unwraps a stored id; returns `None` if it is of another kind.
    fn id(entity: Entity) -> Option<Self::Id>;
    /// Whether the part is still in its body.
    fn is_in(body: &ir::Body, id: Self::Id) -> bool;
}

macro_rules! part {
    ($kind:ident, $name:literal, $is_in:expr) => {
        impl EntityHandle for $kind {
            type Id = ir::$kind;
            const NAME: &str = $name;

            fn new(handle: Handle) -> $kind {
                $kind { handle }
            }

            fn handle(self) -> Handle {
                self.handle
            }

            fn entity(id: ir::$kind) -> Entity {
                Entity::$kind(id)
            }

            fn id(entity: Entity) -> Option<ir::$kind> {
                if let Entity::$kind(id) = entity { Some(id) } else { None }
            }

            fn is_in(body: &ir::Body, id: ir::$kind) -> bool {
                $is_in(body, id)
            }
        }
    };
}

part!(Op, "an op", ir::Body::has_op);
part!(Region, "a region", |body: &ir::Body, id| body.region_owner(id).is_none_or(|op| body.has_op(op)));
part!(Block, "a block", |body: &ir::Body, id| {
    let owner = body.block_parent(id).and_then(|region| body.region_owner(region));
    owner.is_none_or(|op| body.has_op(op))
});
part!(Value, "a value", |body: &ir::Body, id| body.value_def(id) != ir::ValueDef::Forward);

/// The handles that a module has given out.
pub struct Handles {
    module: u64,
    generation: u32,
    entries: Vec<(Path, Entity)>,
    /// Position of each entity in `entries`, so that each entity has only one handle.
    indices: HashMap<(Path, Entity), u32>,
}

impl Handles {
    /// Creates the empty table of a new module.
    pub fn of_new_module() -> Handles {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let module = NEXT.fetch_add(1, Ordering::Relaxed);
        Handles { module, generation: 0, entries: Vec::new(), indices: HashMap::new() }
    }

    /// Makes all handles stale.
    pub fn invalidate(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.entries = Vec::new();
        self.indices = HashMap::new();
    }

    /// Returns the handle of an entity in the body at `path`.
    pub fn of<P: EntityHandle>(&mut self, path: &Path, id: P::Id) -> P {
        let entry = (path.clone(), P::entity(id));
        let entries = &mut self.entries;
        let index = *self.indices.entry(entry).or_insert_with_key(|entry| {
            entries.push(entry.clone());
            entries.len() as u32
        });
        P::new(Handle { module: self.module, generation: self.generation, index })
    }

    /// Returns the entity of a handle, and the path of its body.
    pub fn find<P: EntityHandle>(&self, part: P) -> Result<(Path, P::Id), Failure> {
        let Handle { module, generation, index } = part.handle();
        let wrong = |what| Failure::argument(format!("the handle of {} {what}", P::NAME));
        let known = match () {
            () if part.handle() == Handle::default() => Err("is that of none"),
            () if module != self.module => Err("is of another module"),
            () if generation != self.generation => Err("is stale: passes have run since; look it up again"),
            () => Ok(()),
        };
        known.map_err(wrong)?;
        let entry = (index as usize).checked_sub(1).and_then(|index| self.entries.get(index));
        let (path, entity) = entry.ok_or_else(|| wrong("was not given out by this module"))?;
        Ok((path.clone(), P::id(*entity).ok_or_else(|| wrong("is of something else"))?))
    }
}
