//! Generator of random programs in MLIR's source dialects
//!
//! They use `arith`, `math`, `index`, `scf`, `cf`, `memref`, `vector` and `func`. Their results are defined, and the
//! same on every target. A batch of programs is the body of one function, which runs as a kernel or on a CPU. Each
//! program writes its own elements of the result buffers.

mod body;
mod flow;
pub mod judge;
mod memory;
mod numbers;
mod types;
mod vectors;

use crate::r#gen::Rng;
use body::Body;
pub use types::Elem;
use types::Ty;

/// Number of elements of each input buffer.
pub const INPUTS: usize = 64;
/// Number of invocations, all in one workgroup.
pub const INVOCATIONS: usize = 8;
/// Number of results of each type that each program writes per invocation.
pub const RESULTS: usize = 8;
/// Exclusive upper bound on values of type `index`.
const INDICES: usize = 1024;
/// Maximum number of statements in a program.
const STATEMENTS: usize = 40;

/// A batch of several programs, as MLIR text.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Code of all programs.
    body: String,
    /// Functions that the programs call.
    functions: String,
    /// Seed of each program.
    pub seeds: Vec<u64>,
}

impl Batch {
    /// Generates one program per seed.
    pub fn new(seeds: &[u64]) -> Batch {
        let (mut body, mut functions) = (String::new(), String::new());
        for (number, &seed) in seeds.iter().enumerate() {
            let mut rng = Rng::new(seed);
            let budget = rng.range(4, STATEMENTS);
            let mut b = Body::new(rng, &format!("p{number}"), budget);
            b.add("%i".to_owned(), Ty::scalar(Elem::Index));
            flow::statements(&mut b, budget);
            memory::loads(&mut b);
            results(&mut b, number, seeds.len());
            body += &b.text;
            functions += &b.functions;
        }
        Batch { body, functions, seeds: seeds.to_vec() }
    }

    /// Recovers the batch from MLIR text that [`Batch::kernel`] returned and a user may have edited. Returns `None` if
    /// the text has another form.
    pub fn of_kernel(text: &str) -> Option<Batch> {
        let (functions, rest) =
            text.strip_prefix("gpu.module @kernels {\n")?.split_once("  gpu.func @main(")?;
        let (_, body) = rest.split_once("    %i = gpu.global_id x\n")?;
        let (body, _) = body.split_once("    gpu.return")?;
        let functions = functions.strip_prefix(&memory::tables())?.to_owned();
        Some(Batch { body: body.to_owned(), functions, seeds: vec![0] })
    }

    /// Returns the names and memref types of the buffers: first the inputs, then the results.
    fn buffers(&self) -> Vec<(String, String)> {
        let read = Elem::IN_BUFFERS
            .map(|elem| (format!("in_{}", elem.name()), format!("memref<{INPUTS}x{}>", elem.name())));
        let written =
            Elem::IN_BUFFERS.map(|elem| (format!("out_{}", elem.name()), out_type(elem, self.seeds.len())));
        read.into_iter().chain(written).collect()
    }

    fn arguments(&self) -> String {
        let list = self.buffers();
        list.iter().map(|(name, ty)| format!("%{name}: {ty}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns MLIR text of the batch as a kernel.
    pub fn kernel(&self) -> String {
        format!(
            "gpu.module @kernels {{\n{}{}  gpu.func @main({}) kernel attributes {{spirv.entry_point_abi = \
             #spirv.entry_point_abi<workgroup_size = [{INVOCATIONS}]>}} {{\n    %i = gpu.global_id x\n{}    gpu.return\n  }}\n}}\n",
            memory::tables(),
            self.functions,
            self.arguments(),
            self.body
        )
    }

    /// Returns MLIR text of the batch as a CPU program that writes all result buffers to the standard output. `input`
    /// contains the contents of the input buffers.
    pub fn program(&self, input: &[Vec<u8>]) -> String {
        let mut text = memory::tables() + &self.functions;
        text += "  llvm.func @write(i32, !llvm.ptr, i64) -> i64\n";
        for ((name, ty), (elem, bytes)) in self.buffers().iter().zip(Elem::IN_BUFFERS.iter().zip(input)) {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            let dense = format!("dense<\"0x{hex}\"> : tensor<{INPUTS}x{}>", elem.name());
            // In a global variable, the type precedes the hexadecimal value; elsewhere it follows the value.
            let dense = dense.split_once(" : ").map_or("", |(value, _)| value);
            text += &format!("  memref.global \"private\" constant @{name} : {ty} = {dense}\n");
        }
        text +=
            &format!("  func.func @all({}, %i: index) {{\n{}    return\n  }}\n", self.arguments(), self.body);
        text += "  func.func @main() {\n    %zero = arith.constant 0 : index\n    %one = arith.constant 1 : index\n";
        text +=
            &format!("    %end = arith.constant {INVOCATIONS} : index\n    %fd = arith.constant 1 : i32\n");
        let buffers = self.buffers();
        let (read, written) = buffers.split_at(Elem::IN_BUFFERS.len());
        for (name, ty) in read {
            text += &format!("    %{name} = memref.get_global @{name} : {ty}\n");
        }
        for ((name, ty), elem) in written.iter().zip(Elem::IN_BUFFERS) {
            text += &format!("    %{name} = memref.alloc() : {ty}\n");
            let zero = if elem.is_float() { "0.0" } else { "0" };
            text += &format!("    %zero_{name} = arith.constant {zero} : {}\n", elem.name());
            text += &format!("    linalg.fill ins(%zero_{name} : {}) outs(%{name} : {ty})\n", elem.name());
        }
        let names: Vec<String> = buffers.iter().map(|(name, _)| format!("%{name}")).collect();
        let types: Vec<&str> = buffers.iter().map(|(_, ty)| &ty[..]).collect();
        text += &format!(
            "    scf.for %i = %zero to %end step %one {{\n      func.call @all({}, %i) : ({}, index) -> ()\n    }}\n",
            names.join(", "),
            types.join(", ")
        );
        for ((name, ty), elem) in written.iter().zip(Elem::IN_BUFFERS) {
            text +=
                &format!("    %a_{name} = memref.extract_aligned_pointer_as_index %{name} : {ty} -> index\n");
            text += &format!("    %b_{name} = arith.index_cast %a_{name} : index to i64\n");
            text += &format!("    %c_{name} = llvm.inttoptr %b_{name} : i64 to !llvm.ptr\n");
            text += &format!("    %n_{name} = arith.constant {} : i64\n", self.size(elem));
            text += &format!(
                "    %r_{name} = llvm.call @write(%fd, %c_{name}, %n_{name}) : (i32, !llvm.ptr, i64) -> i64\n"
            );
        }
        text + "    return\n  }\n"
    }

    /// Returns the invocation, the program, and the result to which a buffer element belongs, as indices.
    pub fn place(&self, at: usize) -> (usize, usize, usize) {
        (at / RESULTS / self.seeds.len(), at / RESULTS % self.seeds.len(), at % RESULTS)
    }

    /// Returns the size in bytes of the result buffer with the element type `elem`.
    pub fn size(&self, elem: Elem) -> usize {
        INVOCATIONS * self.seeds.len() * RESULTS * elem.bits() as usize / 8
    }
}

fn out_type(elem: Elem, programs: usize) -> String {
    format!("memref<{INVOCATIONS}x{programs}x{RESULTS}x{}>", elem.name())
}

/// Adds stores of a program's results: the most recent values of each type, and the contents of its memory.
fn results(b: &mut Body, number: usize, programs: usize) {
    let number = b.stated(&number.to_string(), Ty::scalar(Elem::Index));
    let slots: Vec<String> =
        (0..RESULTS).map(|slot| b.stated(&slot.to_string(), Ty::scalar(Elem::Index))).collect();
    let mut used = [0; Elem::IN_BUFFERS.len()];
    let mut values = std::mem::take(&mut b.values);
    values.reverse();
    for value in values {
        let (mut name, ty) = (value.name, value.ty);
        let elem = match ty.elem {
            Elem::I1 => Elem::I8,
            Elem::Index => Elem::I32,
            other => other,
        };
        let Some(at) = Elem::IN_BUFFERS.iter().position(|known| *known == elem) else { continue };
        if used[at] == RESULTS {
            continue;
        }
        match ty.elem {
            Elem::I1 => name = b.op(&format!("arith.extui {name} : {ty} to {}", ty.of(elem))),
            Elem::Index => name = b.op(&format!("arith.index_cast {name} : {ty} to {}", ty.of(elem))),
            _ => {}
        }
        let parts = match ty.is_scalar() {
            true => vec![name],
            false => {
                let list = ty.positions();
                let mut part = |at: &String| {
                    b.op(&format!("vector.extract {name}[{at}] : {} from {}", elem.name(), ty.of(elem)))
                };
                list.iter().map(&mut part).collect()
            }
        };
        for part in parts {
            let Some(slot) = slots.get(used[at]) else { break };
            used[at] += 1;
            b.line(&format!(
                "memref.store {part}, %out_{}[%i, {number}, {slot}] : {}",
                elem.name(),
                out_type(elem, programs)
            ));
        }
    }
}
