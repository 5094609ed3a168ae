//! Generator of random compute modules that a driver can run
//!
//! The entry point calls each function with arguments from a buffer. It writes the function's result and the shared
//! variables to another buffer.
//!
//! Each of the [`INVOCATIONS`] invocations reads [`INPUT`] words of the buffer at binding 0 and writes [`OUTPUT`] words
//! of the buffer at binding 1. The words of invocation `i` begin at `i * INPUT` and `i * OUTPUT`. The first input words
//! select the functions to call (nonzero), because only calls with defined behavior are allowed. A scalar occupies one
//! word, or two words if it has 64 bits.

use super::function::Signature;
use super::module::{Make, Module, Ty};
use super::{Options, finish, functions, head, start};
use crate::r#gen::words::{Words, class, deco, op, string_words};

/// Number of invocations. Each calls the functions with different arguments.
pub const INVOCATIONS: usize = 4;
/// Number of input words per invocation.
pub const INPUT: usize = 256;
/// Number of output words per invocation.
pub const OUTPUT: usize = 1024;

/// A scalar stored in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Width in bits; 1 for Booleans.
    pub width: u32,
    /// Whether the scalar is a float.
    pub float: bool,
}

impl Scalar {
    /// Returns the number of words that the scalar occupies.
    pub fn words(self) -> usize {
        if self.width == 64 { 2 } else { 1 }
    }
}

/// Buffer layout of a function call. Word offsets are relative to the invocation's first word.
#[derive(Clone, Debug)]
pub struct Call {
    /// Name of the function.
    pub name: String,
    /// Word offset of the arguments.
    pub arguments: usize,
    /// Scalars that make up the arguments, in order.
    pub parameters: Vec<Scalar>,
    /// Word offset of the result. The shared variables follow the result.
    pub output: usize,
    /// Scalars that make up the result, in order.
    pub result: Vec<Scalar>,
}

/// A module with the buffer layout of its calls.
#[derive(Clone, Debug)]
pub struct Compute {
    /// Words of the binary.
    pub words: Vec<u32>,
    /// The called functions, in the order of the input words that select them.
    pub calls: Vec<Call>,
    /// Names of the shared variables, each with its scalars in order.
    pub shared: Vec<(String, Vec<Scalar>)>,
}

/// Opcodes that the generator's other opcode lists lack.
const U_CONVERT: u16 = 113;
const S_CONVERT: u16 = 114;

/// Creates a module of random functions (see [`super::structured`]) with an entry point that calls them.
pub fn module(options: &Options) -> Compute {
    let (mut m, signatures, globals) = functions(options);
    let main = Main::new(&mut m);
    let (id, input, output) = (m.id(), main.input, main.output);
    let (calls, variable) = main.make(&mut m, id, &signatures, &globals);
    let mut head = head(&m, &[]);
    let interface: Vec<u32> =
        [variable, input, output].into_iter().chain(globals.iter().map(|g| g.0)).collect();
    let name = [&[5, id], &string_words("main")[..]].concat();
    head.op2(op::ENTRY_POINT, &name, &interface);
    head.op(op::EXECUTION_MODE, &[id, 17, INVOCATIONS as u32, 1, 1]);
    let shared = globals.iter().enumerate().map(|(i, (_, ty))| (format!("g{i}"), scalars(*ty)));
    Compute { words: finish(&head, &m), calls, shared: shared.collect() }
}

/// Returns the scalars of a type, in memory order.
fn scalars(ty: Ty) -> Vec<Scalar> {
    match ty.make() {
        Make::Bool => vec![Scalar { width: 1, float: false }],
        Make::Int(width, _) => vec![Scalar { width, float: false }],
        Make::Float(width) => vec![Scalar { width, float: true }],
        _ => ty.parts().into_iter().flat_map(scalars).collect(),
    }
}

/// The entry point under construction.
struct Main {
    code: Words,
    input: u32,
    output: u32,
    /// Type id of a pointer to a word of a buffer.
    pointer: u32,
    /// Ids of this invocation's first word index in the input buffer and in the output buffer.
    bases: [u32; 2],
}

impl Main {
    fn new(m: &mut Module) -> Main {
        let word = m.ty(Ty::U32);
        let array = m.declare(op::TYPE_RUNTIME_ARRAY, &[word]);
        let block = m.declare(op::TYPE_STRUCT, &[array]);
        m.annotations.op(op::DECORATE, &[array, deco::ARRAY_STRIDE, 4]);
        m.annotations.op(op::DECORATE, &[block, deco::BLOCK]);
        m.annotations.op(op::MEMBER_DECORATE, &[block, 0, deco::OFFSET, 0]);
        let buffer = m.declare(op::TYPE_POINTER, &[class::STORAGE_BUFFER, block]);
        let pointer = m.declare(op::TYPE_POINTER, &[class::STORAGE_BUFFER, word]);
        let mut buffers = [0; 2];
        for (binding, variable) in (0..).zip(&mut buffers) {
            *variable = m.id();
            m.globals.op(op::VARIABLE, &[buffer, *variable, class::STORAGE_BUFFER]);
            m.annotations.op(op::DECORATE, &[*variable, deco::DESCRIPTOR_SET, 0]);
            m.annotations.op(op::DECORATE, &[*variable, deco::BINDING, binding]);
        }
        Main { code: Words::default(), input: buffers[0], output: buffers[1], pointer, bases: [0; 2] }
    }

    /// Emits the entry point. Returns the calls, and the id of the variable with the invocation index.
    fn make(
        mut self,
        m: &mut Module,
        id: u32,
        list: &[Signature],
        globals: &[(u32, Ty)],
    ) -> (Vec<Call>, u32) {
        let void = m.void();
        let ty = m.declare(op::TYPE_FUNCTION, &[void]);
        let vector = m.ty(Ty::V3U);
        let at = m.declare(op::TYPE_POINTER, &[class::INPUT, vector]);
        let variable = m.id();
        m.globals.op(op::VARIABLE, &[at, variable, class::INPUT]);
        // The variable is the built-in GlobalInvocationId.
        m.annotations.op(op::DECORATE, &[variable, deco::BUILT_IN, 28]);
        m.name(id, "main");
        self.code.op(op::FUNCTION, &[void, id, 0, ty]);
        self.label(m);
        let whole = self.emit(m, op::LOAD, Ty::V3U, &[variable]);
        let first = self.emit(m, op::COMPOSITE_EXTRACT, Ty::U32, &[whole, 0]);
        for (i, size) in [INPUT, OUTPUT].into_iter().enumerate() {
            let size = m.constant(Ty::U32, size as u64);
            self.bases[i] = self.emit(m, op::I_MUL, Ty::U32, &[first, size]);
        }
        let (mut read, mut written) = (list.len(), 0);
        let mut calls = Vec::new();
        for (i, function) in list.iter().enumerate() {
            let (arguments, output) = (read, written);
            let flag = self.read(m, &mut { i });
            let zero = m.constant(Ty::U32, 0);
            let wanted = self.emit(m, op::I_NOT_EQUAL, Ty::Bool, &[flag, zero]);
            let (then, merge) = (m.id(), m.id());
            self.code.op(op::SELECTION_MERGE, &[merge, 0]);
            self.code.op(op::BRANCH_CONDITIONAL, &[wanted, then, merge]);
            self.code.op(op::LABEL, &[then]);
            for (n, (global, ty)) in globals.iter().enumerate() {
                let value = start(m, n, *ty);
                self.code.op(op::STORE, &[*global, value]);
            }
            let mut operands = vec![function.id];
            for ty in &function.params {
                operands.push(self.decode(m, *ty, &mut read));
            }
            match function.result {
                Some(ty) => {
                    let value = self.emit(m, op::FUNCTION_CALL, ty, &operands);
                    self.encode(m, ty, value, &mut written);
                }
                None => {
                    let value = m.id();
                    self.code.op2(op::FUNCTION_CALL, &[void, value], &operands);
                }
            }
            for (global, ty) in globals {
                let value = self.emit(m, op::LOAD, *ty, &[*global]);
                self.encode(m, *ty, value, &mut written);
            }
            self.code.op(op::BRANCH, &[merge]);
            self.code.op(op::LABEL, &[merge]);
            calls.push(Call {
                name: format!("f{i}"),
                arguments,
                parameters: function.params.iter().copied().flat_map(scalars).collect(),
                output,
                result: function.result.map(scalars).unwrap_or_default(),
            });
        }
        self.code.op(op::RETURN, &[]);
        self.code.op(op::FUNCTION_END, &[]);
        m.functions.append(&self.code);
        assert!(read <= INPUT && written <= OUTPUT, "functions too many for the buffers");
        (calls, variable)
    }

    fn label(&mut self, m: &mut Module) {
        let label = m.id();
        self.code.op(op::LABEL, &[label]);
    }

    fn emit(&mut self, m: &mut Module, opcode: u16, ty: Ty, operands: &[u32]) -> u32 {
        let (ty, id) = (m.ty(ty), m.id());
        self.code.op2(opcode, &[ty, id], operands);
        id
    }

    /// Emits a pointer to the buffer word at offset `at`, and increments `at`. `which` is 0 for the input buffer, and 1
    /// for the output buffer.
    fn place(&mut self, m: &mut Module, which: usize, at: &mut usize) -> u32 {
        let (offset, zero) = (m.constant(Ty::U32, *at as u64), m.constant(Ty::U32, 0));
        *at += 1;
        let index = self.emit(m, op::I_ADD, Ty::U32, &[self.bases[which], offset]);
        let (buffer, id) = ([self.input, self.output][which], m.id());
        self.code.op(op::ACCESS_CHAIN, &[self.pointer, id, buffer, zero, index]);
        id
    }

    fn read(&mut self, m: &mut Module, at: &mut usize) -> u32 {
        let pointer = self.place(m, 0, at);
        self.emit(m, op::LOAD, Ty::U32, &[pointer])
    }

    /// Returns the type id of a vector with two word components.
    fn pair(m: &mut Module) -> u32 {
        let word = m.ty(Ty::U32);
        m.declare(op::TYPE_VECTOR, &[word, 2])
    }

    fn decode(&mut self, m: &mut Module, ty: Ty, at: &mut usize) -> u32 {
        match ty.make() {
            Make::Bool => {
                let (word, zero) = (self.read(m, at), m.constant(Ty::U32, 0));
                self.emit(m, op::I_NOT_EQUAL, ty, &[word, zero])
            }
            Make::Int(64, _) | Make::Float(64) => {
                let (low, high, pair, both) = (self.read(m, at), self.read(m, at), Self::pair(m), m.id());
                self.code.op(op::COMPOSITE_CONSTRUCT, &[pair, both, low, high]);
                self.emit(m, op::BITCAST, ty, &[both])
            }
            Make::Int(32, false) => self.read(m, at),
            Make::Int(32, true) | Make::Float(_) => {
                let word = self.read(m, at);
                self.emit(m, op::BITCAST, ty, &[word])
            }
            Make::Int(_, signed) => {
                let word = self.read(m, at);
                self.emit(m, if signed { S_CONVERT } else { U_CONVERT }, ty, &[word])
            }
            Make::Vector(..) | Make::Array(..) | Make::Struct(_) => {
                let parts: Vec<u32> = ty.parts().into_iter().map(|part| self.decode(m, part, at)).collect();
                self.emit(m, op::COMPOSITE_CONSTRUCT, ty, &parts)
            }
        }
    }

    fn write(&mut self, m: &mut Module, word: u32, at: &mut usize) {
        let pointer = self.place(m, 1, at);
        self.code.op(op::STORE, &[pointer, word]);
    }

    fn encode(&mut self, m: &mut Module, ty: Ty, value: u32, at: &mut usize) {
        let word = match ty.make() {
            Make::Bool => {
                let (one, zero) = (m.constant(Ty::U32, 1), m.constant(Ty::U32, 0));
                self.emit(m, op::SELECT, Ty::U32, &[value, one, zero])
            }
            Make::Int(64, _) | Make::Float(64) => {
                let (pair, both) = (Self::pair(m), m.id());
                self.code.op(op::BITCAST, &[pair, both, value]);
                let low = self.emit(m, op::COMPOSITE_EXTRACT, Ty::U32, &[both, 0]);
                self.write(m, low, at);
                self.emit(m, op::COMPOSITE_EXTRACT, Ty::U32, &[both, 1])
            }
            Make::Int(32, false) => value,
            Make::Int(32, true) | Make::Float(_) => self.emit(m, op::BITCAST, Ty::U32, &[value]),
            Make::Int(..) => self.emit(m, U_CONVERT, Ty::U32, &[value]),
            Make::Vector(..) | Make::Array(..) | Make::Struct(_) => {
                for (i, part) in ty.parts().into_iter().enumerate() {
                    let one = self.emit(m, op::COMPOSITE_EXTRACT, part, &[value, i as u32]);
                    self.encode(m, part, one, at);
                }
                return;
            }
        };
        self.write(m, word, at);
    }
}
