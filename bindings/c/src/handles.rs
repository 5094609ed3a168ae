//! Handles of ops, regions, blocks and values: identifiers that are checked at each use, so that a wrong handle is an
//! error

use crate::status::Failure;
use spv_opt::ir;
use spv_opt::op_path::{self, Path};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The identifier of an op, region, block or value in a module. It is valid until passes run on the module. Two handles
/// of one module are equal exactly if they identify the same entity. All zero is the null handle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handle {
    /// Identifier of the module.
    pub module: u64,
    /// Number of pass runs before the handle was created.
    pub generation: u32,
    /// Index of the entity among the handles of the module, counted from 1.
    pub index: u32,
}

/// A handle of an operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Op {
    /// Identifier of the operation.
    pub handle: Handle,
}

/// A handle of a region of an operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Region {
    /// Identifier of the region.
    pub handle: Handle,
}

/// A handle of a basic block.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Block {
    /// Identifier of the block.
    pub handle: Handle,
}

/// A handle of an SSA value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    /// Identifier of the value.
    pub handle: Handle,
}

/// The op, region, block or value that a handle identifies.
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

/// A C handle type for ops, regions, blocks or values.
pub trait EntityHandle: Copy {
    /// IR handle type of the entity, such as `ir::Op`.
    type Id: Copy;
    /// Name of the entity kind in error messages, such as `an op`.
    const NAME: &str;

    /// Constructs the C handle with the identifier `handle`.
    fn new(handle: Handle) -> Self;
    /// Returns the identifier that the C handle contains.
    fn handle(self) -> Handle;
    /// Converts an IR handle to an [`Entity`].
    fn entity(id: Self::Id) -> Entity;
    /// Returns the IR handle of `entity`, or `None` if it is an entity of another kind.
    fn id(entity: Entity) -> Option<Self::Id>;
    /// Returns whether `body` still contains the entity.
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
part!(Region, "a region", op_path::has_region);
part!(Block, "a block", op_path::has_block);
part!(Value, "a value", op_path::has_value);

/// The handles that were issued for a module.
pub struct Handles {
    module: u64,
    generation: u32,
    entries: Vec<(Path, Entity)>,
    /// Index of each entity in `entries`, plus 1. Ensures that each entity has only one handle.
    indices: HashMap<(Path, Entity), u32>,
}

impl Handles {
    /// Creates an empty table of handles for a new module, with a unique module identifier.
    pub fn of_new_module() -> Handles {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let module = NEXT.fetch_add(1, Ordering::Relaxed);
        Handles { module, generation: 0, entries: Vec::new(), indices: HashMap::new() }
    }

    /// Makes all issued handles stale.
    pub fn invalidate(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.entries = Vec::new();
        self.indices = HashMap::new();
    }

    /// Returns the handle of an entity in the body at `path`, creating the handle if needed.
    pub fn of<P: EntityHandle>(&mut self, path: &Path, id: P::Id) -> P {
        let entry = (path.clone(), P::entity(id));
        let entries = &mut self.entries;
        let index = *self.indices.entry(entry).or_insert_with_key(|entry| {
            entries.push(entry.clone());
            entries.len() as u32
        });
        P::new(Handle { module: self.module, generation: self.generation, index })
    }

    /// Returns the entity that a handle identifies, and the path of its body. Fails if the handle is null, stale or
    /// from another module.
    pub fn find<P: EntityHandle>(&self, part: P) -> Result<(Path, P::Id), Failure> {
        let Handle { module, generation, index } = part.handle();
        let wrong = |what| Failure::argument(format!("the handle of {} {what}", P::NAME));
        let known = match () {
            () if part.handle() == Handle::default() => Err("is null"),
            () if module != self.module => Err("belongs to another module"),
            () if generation != self.generation => {
                Err("is stale because passes have run since; look it up again")
            }
            () => Ok(()),
        };
        known.map_err(wrong)?;
        let entry = (index as usize).checked_sub(1).and_then(|index| self.entries.get(index));
        let (path, entity) = entry.ok_or_else(|| wrong("was not issued by this module"))?;
        Ok((path.clone(), P::id(*entity).ok_or_else(|| wrong("refers to an entity of another kind"))?))
    }
}
