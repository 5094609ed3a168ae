//! Kernels in MLIR's source dialects, with run parameters in lines `//@ KEY: VALUE`
//!
//! The expected results come from LLVM's code for the CPU, which runs the invocations sequentially.

use crate::on_cpu;
use half::f16;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Size of each buffer in bytes.
pub const SIZE: usize = 1 << 12;
/// Number of buffers. Their bindings start at 0.
pub const BUFFERS: usize = 6;

/// A kernel with its run parameters.
#[derive(Clone, Debug)]
pub struct KernelFile {
    /// Name of the kernel's file, without the extension.
    pub name: String,
    /// MLIR text of the kernel.
    pub text: String,
    /// Number of workgroups in x, y and z.
    pub groups: [u32; 3],
    /// Substring of the error message for a target with only 32-bit types; `None` if that target accepts the kernel.
    pub poor: Option<String>,
    ulp: u64,
    absolute: f64,
    range: [f64; 2],
    size: [u32; 3],
    args: Vec<Arg>,
}

/// A buffer argument of the kernel.
#[derive(Clone, Debug)]
struct Arg {
    name: String,
    ty: String,
    /// Scalar type of the elements. For vectors and complex numbers, the component type.
    number: String,
    /// Number of scalars per element.
    vector: usize,
    is_complex: bool,
    /// The memref type with all dimensions static.
    static_ty: String,
    /// The length of the memref's dynamic dimension; `None` if all dimensions are static.
    length: Option<u64>,
    bytes: usize,
}

/// Returns the kernel files with run parameters, and the names of the files without.
///
/// # Errors
/// Names the file and the line that cannot be parsed.
pub fn all() -> Result<(Vec<KernelFile>, Vec<String>), String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let entries = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let (mut files, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
        match text.starts_with("//@") {
            true => files.push(KernelFile::parse(&name, text).map_err(|why| format!("{name}: {why}"))?),
            false => others.push(name),
        }
    }
    Ok((files, others))
}

/// Returns the substring between `from` and `to`, and the substring after `to`. Returns `None` if `from` or `to` is
/// missing.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(from)?.1.split_once(to)
}

fn numbers<T: std::str::FromStr + Copy, const N: usize>(text: &str, rest: T) -> Option<[T; N]> {
    let mut list = [rest; N];
    for (slot, word) in list.iter_mut().zip(text.split([' ', ',']).filter(|word| !word.is_empty())) {
        *slot = word.parse().ok()?;
    }
    Some(list)
}

impl KernelFile {
    fn parse(name: &str, text: String) -> Result<KernelFile, String> {
        let mut kernel = KernelFile {
            name: name.to_owned(),
            groups: [1; 3],
            poor: None,
            ulp: 0,
            absolute: 0.0,
            range: [-8.0, 8.0],
            size: [1; 3],
            args: Vec::new(),
            text: String::new(),
        };
        for line in text.lines().map_while(|line| line.strip_prefix("//@ ")) {
            let (key, value) = line.split_once(": ").ok_or_else(|| format!("'{line}' is no 'KEY: VALUE'"))?;
            let wrong = || format!("'{value}' is no value of '{key}'");
            match key {
                "covers" => {}
                "groups" => kernel.groups = numbers(value, 1).ok_or_else(wrong)?,
                "ulp" => kernel.ulp = value.parse().map_err(|_| wrong())?,
                "absolute" => kernel.absolute = value.parse().map_err(|_| wrong())?,
                "range" => kernel.range = numbers(value, 0.0).ok_or_else(wrong)?,
                "poor" => kernel.poor = Some(value.to_owned()),
                _ => return Err(format!("unknown key '{key}'")),
            }
        }
        let (args, rest) = between(&text, "gpu.func @main(", ") kernel").ok_or("has no kernel '@main'")?;
        let (size, _) = between(rest, "workgroup_size = [", "]").ok_or("states no workgroup size")?;
        kernel.size = numbers(size, 1).ok_or("the workgroup size is not understood")?;
        for arg in args.split('%').map(|arg| arg.trim().trim_end_matches(',')).filter(|arg| !arg.is_empty()) {
            let (name, ty) = arg.split_once(": ").ok_or("an argument without a type")?;
            kernel.args.push(Arg::parse(name, ty).ok_or_else(|| format!("'{ty}' is not understood"))?);
        }
        if kernel.args.len() > BUFFERS {
            return Err(format!("has more than {BUFFERS} arguments"));
        }
        kernel.text = text;
        Ok(kernel)
    }

    /// Returns the initial contents of the buffers: floats in the kernel's range, and integers. Every second integer is
    /// small.
    pub fn input(&self) -> Vec<Vec<u8>> {
        let of = |(seed, arg): (usize, &Arg)| {
            let bits = width(&arg.number);
            let number = |i: usize| -> u64 {
                let mut x =
                    (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add((seed as u64) << 40);
                x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                x ^= x >> 31;
                // Only twelve bits are random, so that an `f16` can represent the floats almost exactly.
                let [low, high] = self.range;
                let float = low + (high - low) * ((x >> 52) as f64 + 0.5) / 4096.0;
                match &arg.number[..] {
                    "f32" => (float as f32).to_bits().into(),
                    "f64" => float.to_bits(),
                    "f16" => f16::from_f64(float).to_bits().into(),
                    "i1" => x & 1,
                    _ if i.is_multiple_of(2) => (x % 16).wrapping_sub(6),
                    _ => x,
                }
            };
            (0..arg.bytes * 8 / bits).flat_map(|i| number(i).to_le_bytes()[..bits / 8].to_vec()).collect()
        };
        self.args.iter().enumerate().map(of).collect()
    }

    /// Returns the length that a kernel parameter such as `x_length0` stands for: the dynamic length of the memref
    /// argument `x`. Returns `None` for other parameters.
    pub fn length(&self, parameter: &str) -> Option<u64> {
        let (name, _) = parameter.rsplit_once("_length")?;
        self.args.iter().find(|arg| arg.name == name)?.length
    }

    /// Returns the final contents of the buffers according to LLVM's code for the CPU.
    ///
    /// # Errors
    /// Returns LLVM's message if it rejects the kernel.
    pub fn on_cpu(&self, input: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
        let text = self.program(input).ok_or("the kernel is not understood")?;
        let bytes = on_cpu::run(&text)?;
        let mut rest = &bytes[..];
        let mut take = |arg: &Arg| {
            let (part, others) = rest.split_at_checked(arg.bytes).ok_or("the CPU's results are too short")?;
            rest = others;
            Ok(part.to_vec())
        };
        self.args.iter().map(&mut take).collect()
    }

    /// Returns MLIR text with the kernel as a function, and a `main` that calls this function for each invocation.
    /// Returns `None` if the kernel's form is unsupported.
    fn program(&self, input: &[Vec<u8>]) -> Option<String> {
        let (before, rest) =
            self.text.split_once("gpu.module @kernels {\n")?.1.split_once("  gpu.func @main(")?;
        let (args, rest) = rest.split_once(") kernel")?;
        let (_, body) = rest.split_once("} {\n")?;
        let body = body.trim_end().strip_suffix('}')?.replace("gpu.return", "return");
        let ids: Vec<String> = ["thread", "block", "global"]
            .iter()
            .flat_map(|id| ["x", "y", "z"].map(|d| format!("%{id}_{d}")))
            .collect();
        let typed: Vec<String> = ids.iter().map(|id| format!("{id}: index")).collect();
        let mut body = body;
        for (number, dimension) in ["x", "y", "z"].into_iter().enumerate() {
            for id in ["thread", "block", "global"] {
                let new = format!("arith.ori %{id}_{dimension}, %{id}_{dimension} : index");
                body = body.replace(&format!("gpu.{id}_id {dimension}"), &new);
            }
            for (op, value) in [("block_dim", self.size[number]), ("grid_dim", self.groups[number])] {
                let new = format!("arith.constant {value} : index");
                body = body.replace(&format!("gpu.{op} {dimension}"), &new);
            }
        }
        let mut text = format!("{before}  func.func @kernel({args}, {}) {{\n{body}", typed.join(", "));
        let end = "  llvm.func @write(i32, !llvm.ptr, i64) -> i64\n";
        text += end;
        let mut calls = String::new();
        for (arg, bytes) in self.args.iter().zip(input) {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            let (name, ty) = (&arg.name, &arg.static_ty);
            if arg.vector > 1 {
                // MLIR allows hexadecimal dense elements for scalar types only.
                let (count, number, each) = (arg.bytes * 8 / width(&arg.number), &arg.number, arg.vector);
                let numbers = format!("memref<{count}x{number}>");
                writeln!(text, "  memref.global \"private\" @b_{name} : {numbers} = dense<\"0x{hex}\">")
                    .ok()?;
                let element = match arg.is_complex {
                    true => format!(
                        "%re = memref.load %numbers_{name}[%at] : {numbers}
      %next = arith.addi %at, %one : index
      %im = memref.load %numbers_{name}[%next] : {numbers}
      %v = complex.create %re, %im : complex<{number}>"
                    ),
                    false => {
                        format!("%v = vector.load %numbers_{name}[%at] : {numbers}, vector<{each}x{number}>")
                    }
                };
                writeln!(
                    calls,
                    "    %{name} = memref.alloc() : {ty}
    %numbers_{name} = memref.get_global @b_{name} : {numbers}
    %end_{name} = arith.constant {} : index
    %each_{name} = arith.constant {each} : index
    scf.for %i = %zero to %end_{name} step %one {{
      %at = arith.muli %i, %each_{name} : index
      {element}
      memref.store %v, %{name}[%i] : {ty}
    }}",
                    count / each
                )
                .ok()?;
                continue;
            }
            writeln!(text, "  memref.global \"private\" @b_{name} : {ty} = dense<\"0x{hex}\">").ok()?;
            writeln!(calls, "    %{name} = memref.get_global @b_{name} : {ty}").ok()?;
            if arg.ty != arg.static_ty {
                writeln!(calls, "    %p_{name} = memref.cast %{name} : {ty} to {}", arg.ty).ok()?;
            }
        }
        text += "  func.func @main() {\n    %zero = arith.constant 0 : index\n    %one = arith.constant 1 : index\n";
        text += &calls;
        for (number, dimension) in ["x", "y", "z"].into_iter().enumerate() {
            for (id, end) in [("block", self.groups[number]), ("thread", self.size[number])] {
                writeln!(text, "    %{id}s_{dimension} = arith.constant {end} : index").ok()?;
            }
        }
        for id in ["block", "thread"] {
            for d in ["z", "y", "x"] {
                writeln!(text, "    scf.for %{id}_{d} = %zero to %{id}s_{d} step %one {{").ok()?;
            }
        }
        for d in ["x", "y", "z"] {
            writeln!(text, "    %first_{d} = arith.muli %block_{d}, %threads_{d} : index").ok()?;
            writeln!(text, "    %global_{d} = arith.addi %first_{d}, %thread_{d} : index").ok()?;
        }
        let value = |arg: &Arg| format!("%{}{}", if arg.ty == arg.static_ty { "" } else { "p_" }, arg.name);
        let values: Vec<String> = self.args.iter().map(value).chain(ids.iter().cloned()).collect();
        let types: Vec<&str> =
            self.args.iter().map(|arg| &arg.ty[..]).chain(ids.iter().map(|_| "index")).collect();
        writeln!(text, "    func.call @kernel({}) : ({}) -> ()", values.join(", "), types.join(", ")).ok()?;
        text += &"    }\n".repeat(6);
        for arg in &self.args {
            text += &on_cpu::write(&arg.name, &arg.static_ty, arg.bytes);
        }
        Some(text + "    return\n  }\n")
    }

    /// Describes the first difference between the results `have` of a device and `want` of the CPU. Returns `None` if
    /// they agree.
    pub fn difference(&self, have: &[Vec<u8>], want: &[Vec<u8>]) -> Option<String> {
        for (arg, (have, want)) in self.args.iter().zip(have.iter().zip(want)) {
            let bytes = width(&arg.number) / 8;
            let number = |part: &[u8]| part.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
            for (at, (a, b)) in have.chunks(bytes).zip(want.chunks(bytes)).enumerate() {
                let (a, b) = (number(a), number(b));
                if a != b && !self.are_close(&arg.number, a, b) {
                    let name = &arg.name;
                    return Some(format!("number {at} of %{name} is {a:#x}, on the CPU {b:#x}"));
                }
            }
        }
        None
    }

    fn are_close(&self, ty: &str, a: u64, b: u64) -> bool {
        let value = |bits: u64| match ty {
            "f16" => f16::from_bits(bits as u16).into(),
            "f32" => f32::from_bits(bits as u32).into(),
            "f64" => f64::from_bits(bits),
            _ => f64::NAN,
        };
        if !ty.starts_with('f') {
            return false;
        }
        let (x, y): (f64, f64) = (value(a), value(b));
        x.is_nan() && y.is_nan()
            || x == y
            || (x - y).abs() <= self.absolute
            || (x.is_sign_negative() == y.is_sign_negative() && a.abs_diff(b) <= self.ulp)
    }
}

impl Arg {
    fn parse(name: &str, ty: &str) -> Option<Arg> {
        let inner = ty.strip_prefix("memref<")?.strip_suffix('>')?;
        let (shape, layout) = inner.split_once(", ").unwrap_or((inner, ""));
        let mut rest = shape;
        let (mut count, mut open) = (1, false);
        while let Some((length, others)) = rest.split_once('x') {
            match length.parse::<usize>() {
                Ok(length) => count *= length,
                Err(_) if length == "?" => open = true,
                Err(_) => break,
            }
            rest = others;
        }
        let in_brackets = |name: &str| rest.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>');
        let (vector, number) = match (in_brackets("vector"), in_brackets("complex")) {
            (Some(inner), _) => {
                let (lengths, number) = inner.rsplit_once('x')?;
                (lengths.split('x').map(|n| n.parse::<usize>().ok()).product::<Option<usize>>()?, number)
            }
            (None, Some(part)) => (2, part),
            (None, None) => (1, rest),
        };
        let each = vector * width(number) / 8;
        if each == 0 || count == 0 {
            return None;
        }
        let length = open.then_some((SIZE / each / count) as u64);
        let static_ty = match length {
            Some(length) => ty.replace('?', &length.to_string()),
            None => ty.to_owned(),
        };
        let bytes = if open { SIZE } else { count * each };
        (bytes <= SIZE && layout.is_empty()).then(|| Arg {
            name: name.to_owned(),
            ty: ty.to_owned(),
            number: number.to_owned(),
            vector,
            is_complex: rest.starts_with("complex"),
            static_ty,
            length,
            bytes,
        })
    }
}

/// Returns the in-memory size of a scalar type in bits.
fn width(number: &str) -> usize {
    match number.trim_start_matches(['i', 'f']).parse() {
        Ok(1) | Err(_) => 8,
        Ok(bits) => bits,
    }
}
