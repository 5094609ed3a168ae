//! Verification of functions while they are read: what reading them shows need not be looked at again, and the rest is
//! while they still lie in the cache.

use spv_ir::dialect::OpDefId;
use spv_ir::verify::{Guarantees, OPERANDS, ProofState, Storage, Verifier, verify_module};
use spv_ir::{Body, Context, Diagnostics, Module, Op, SymbolTable, Type};

/// What is known to be valid.
pub(super) struct Proofs<'c> {
    verifier: Verifier<'c>,
    storage: Storage,
    symbols: SymbolTable,
    /// Functions, by number of the op.
    functions: Vec<bool>,
    /// Types of variables without initializer.
    variables: Types,
    /// Types of constants that are plain: see [`super::constants::Constant::is_plain`].
    constants: Types,
    /// See [`Guarantees`].
    unknown: Vec<Op>,
    rechecked: Vec<Op>,
}

/// Types, by number, of ops that are all valid or none is. One is looked at: where it is wrong, its function is, and all are
/// verified once more.
#[derive(Default)]
struct Types(Vec<bool>);

impl Types {
    /// What is known of an op of a type that is about to be made.
    fn meet(&mut self, ty: Type) -> ProofState {
        let number = ty.raw() as usize;
        if self.0.len() <= number {
            self.0.resize(number + 1, false);
        }
        match std::mem::replace(&mut self.0[number], true) {
            true => ProofState::Sound,
            false => ProofState::Nothing,
        }
    }
}

impl<'c> Proofs<'c> {
    /// For the functions in a module's body, whose own bodies are still to be read.
    pub fn new(ctx: &'c Context, module: &Body) -> Proofs<'c> {
        Proofs {
            verifier: Verifier::new(ctx).apart(),
            storage: Storage::default(),
            symbols: SymbolTable::new(ctx, module),
            functions: vec![false; module.op_count()],
            variables: Types::default(),
            constants: Types::default(),
            unknown: Vec::new(),
            rechecked: Vec::new(),
        }
    }

    /// Another function is read.
    pub fn begin(&mut self) {
        self.unknown.clear();
        self.rechecked.clear();
    }

    /// See [`Verifier::knows`].
    #[inline(always)]
    pub fn knows(
        &self,
        head: (OpDefId, Option<Type>),
        operands: (usize, [Option<Type>; OPERANDS]),
        slots: &[u32],
    ) -> ProofState {
        self.verifier.knows(head, operands, slots, &self.storage)
    }

    /// See [`Verifier::knows_fitting`].
    #[inline]
    pub fn knows_fitting(&self, def: OpDefId) -> ProofState {
        self.verifier.knows_fitting(def)
    }

    /// What is known of a variable without initializer that is about to be made.
    pub fn knows_variable(&mut self, ty: Type) -> ProofState {
        self.variables.meet(ty)
    }

    /// What is known of a plain constant that is about to be made.
    pub fn knows_constant(&mut self, ty: Type) -> ProofState {
        self.constants.meet(ty)
    }

    /// An op was created of which this is known.
    #[inline(always)]
    pub fn note(&mut self, op: Op, known: ProofState) {
        match known {
            ProofState::Sound => {}
            ProofState::Rechecked => self.rechecked.push(op),
            ProofState::Nothing => self.unknown.push(op),
        }
    }

    /// Looks at what has been read: the body of the function `op` of a module's body, which had so many ops in CFG form.
    /// `crossing`: see [`Guarantees`].
    pub fn look_at(&mut self, module: &Body, op: Op, body: &Body, crossing: &[Op], ops: usize) {
        let made = Guarantees { unknown: &self.unknown, rechecked: &self.rechecked, crossing, ops };
        let holder = (module, op);
        let sound = self.verifier.is_made_sound(body, holder, &self.symbols, &made, &mut self.storage);
        self.functions[op.index()] = sound;
    }

    /// Whether a function was found valid.
    pub fn is_sound(&self, op: Op) -> bool {
        self.functions.get(op.index()).is_some_and(|sound| *sound)
    }

    /// Verifies all else.
    ///
    /// # Errors
    /// Those of [`verify_module`].
    pub fn finish(self, module: &Module) -> Result<(), Diagnostics> {
        let functions = self.functions;
        let sound = |op: Op| functions.get(op.index()).is_some_and(|sound| *sound);
        let verified = self.verifier.rest(module, &sound);
        debug_assert_eq!(verified.is_ok(), verify_module(module).is_ok(), "a function was taken for sound");
        verified
    }
}
