//! Sets of execution models

use spv_dialect::generated::enums::EXECUTION_MODEL;
use spv_dialect::generated::values::execution_model as m;

/// The execution models that a set can contain. The index of a model is its bit position.
const MODELS: [u32; 17] = [
    m::VERTEX,
    m::TESSELLATION_CONTROL,
    m::TESSELLATION_EVALUATION,
    m::GEOMETRY,
    m::FRAGMENT,
    m::GL_COMPUTE,
    m::KERNEL,
    m::TASK_NV,
    m::MESH_NV,
    m::RAY_GENERATION_KHR,
    m::INTERSECTION_KHR,
    m::ANY_HIT_KHR,
    m::CLOSEST_HIT_KHR,
    m::MISS_KHR,
    m::CALLABLE_KHR,
    m::TASK_EXT,
    m::MESH_EXT,
];

/// A set of execution models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Models(u32);

impl Models {
    /// Constructs a set of the listed execution models.
    pub const fn of(list: &[u32]) -> Models {
        let (mut bits, mut i) = (0, 0);
        while i < list.len() {
            bits |= bit(list[i]);
            i += 1;
        }
        Models(bits)
    }

    /// The set of all execution models.
    pub const ALL: Models = Models::of(&MODELS);

    /// The execution models of ray tracing pipelines.
    pub const RAY_TRACING: Models = Models::of(&[
        m::RAY_GENERATION_KHR,
        m::INTERSECTION_KHR,
        m::ANY_HIT_KHR,
        m::CLOSEST_HIT_KHR,
        m::MISS_KHR,
        m::CALLABLE_KHR,
    ]);

    /// Returns the set without the listed execution models.
    pub const fn without(self, list: &[u32]) -> Models {
        Models(self.0 & !Models::of(list).0)
    }

    /// Returns the names of the execution models in the set.
    pub fn names(self) -> Vec<&'static str> {
        let models = MODELS.iter().filter(|model| self.contains(**model));
        models.filter_map(|model| Some(EXECUTION_MODEL.by_value(*model)?.name)).collect()
    }

    /// Adds an execution model to the set.
    pub fn insert(&mut self, model: u32) {
        self.0 |= bit(model);
    }

    /// Returns whether the set contains an execution model.
    pub fn contains(self, model: u32) -> bool {
        self.0 & bit(model) != 0
    }

    /// Returns whether the sets have an execution model in common.
    pub fn intersects(self, other: Models) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether `other` contains all execution models in this set.
    pub fn is_subset(self, other: Models) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns an iterator over the execution models in the set.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        MODELS.into_iter().filter(move |model| self.contains(*model))
    }
}

/// Returns the mask bit of an execution model; 0 if sets cannot contain it.
const fn bit(model: u32) -> u32 {
    let mut i = 0;
    while i < MODELS.len() {
        if MODELS[i] == model {
            return 1 << i;
        }
        i += 1;
    }
    0
}
