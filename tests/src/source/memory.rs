//! Generator of ops on an invocation's private memory and on views of it

use super::body::Body;
use super::types::{Elem, Ty};

/// A memref that a program may access.
#[derive(Clone, Debug)]
pub struct Memory {
    name: String,
    elem: Elem,
    /// Lengths of the dimensions, which are powers of two.
    shape: Vec<usize>,
    /// The layout in the memref type: the MLIR text after the element type.
    layout: &'static str,
    /// Whether all dimensions of the memref type are static.
    is_static: bool,
    /// Whether stores are allowed.
    writable: bool,
}

impl Memory {
    fn ty(&self) -> String {
        let text = |n: &usize| if self.is_static { format!("{n}x") } else { "?x".to_owned() };
        let shape: String = self.shape.iter().map(text).collect();
        format!("memref<{shape}{}{}>", self.elem.name(), self.layout)
    }

    fn is_whole(&self) -> bool {
        self.layout.is_empty() && self.is_static
    }
}

/// Returns the MLIR text of a module's constant tables. Each table has eight elements.
pub fn tables() -> String {
    let mut text = String::new();
    for elem in Elem::IN_BUFFERS {
        let numbers = match elem.is_float() {
            true => "1.0, -2.5, 0.5, 8.0, -1.0, 3.0, 100.0, -0.25",
            false => "1, -2, 3, 100, -128, 127, 5, 0",
        };
        let name = elem.name();
        text += &format!(
            "  memref.global \"private\" constant @table_{name} : memref<8x{name}> = dense<[{numbers}]>\n"
        );
    }
    text
}

/// Adds an op that accesses or creates a memref.
pub fn statement(b: &mut Body) {
    if b.memory.is_empty() || b.rng.chance(15) {
        return allocate(b);
    }
    let memory = b.memory[b.rng.below(b.memory.len())].clone();
    match b.rng.below(10) {
        0..=2 => load(b, &memory),
        3..=5 if memory.writable => store(b, &memory),
        6 | 7 => view(b, &memory),
        8 => vectors(b, &memory),
        _ => sizes(b, &memory),
    }
}

/// Adds a load from each available memref.
pub fn loads(b: &mut Body) {
    for memory in b.memory.clone() {
        load(b, &memory);
    }
}

/// Adds an initialized allocation, or an access to a constant table.
fn allocate(b: &mut Body) {
    let elem = b.rng.pick(&Elem::ALL);
    if Elem::IN_BUFFERS.contains(&elem) && b.rng.chance(20) {
        let name = elem.name();
        let name = b.op(&format!("memref.get_global @table_{name} : memref<8x{name}>"));
        let memory = Memory { name, elem, shape: vec![8], layout: "", is_static: true, writable: false };
        return b.memory.push(memory);
    }
    let shape = b.rng.pick(&[&[4][..], &[8][..], &[4, 4][..], &[2, 2, 2][..]]).to_vec();
    let mut memory = Memory { name: String::new(), elem, shape, layout: "", is_static: true, writable: true };
    memory.name = b.op(&format!("memref.alloca() : {}", memory.ty()));
    let ty = memory.ty();
    let start = b.value(Ty::scalar(elem));
    let [zero, one] = ["0", "1"].map(|n| b.stated(n, Ty::scalar(Elem::Index)));
    let mut at = Vec::new();
    for length in memory.shape.clone() {
        let end = b.stated(&length.to_string(), Ty::scalar(Elem::Index));
        let i = b.name();
        b.line(&format!("scf.for {i} = {zero} to {end} step {one} {{"));
        at.push(i);
    }
    b.line(&format!("  memref.store {start}, {}[{}] : {ty}", memory.name, at.join(", ")));
    at.iter().for_each(|_| b.line("}"));
    b.memory.push(memory);
}

/// Adds random indices of a memref element, and returns the indices' names.
fn place(b: &mut Body, memory: &Memory) -> String {
    let indices: Vec<String> = memory.shape.iter().map(|length| b.index(*length)).collect();
    indices.join(", ")
}

fn load(b: &mut Body, memory: &Memory) {
    let at = place(b, memory);
    let name = b.op(&format!("memref.load {}[{at}] : {}", memory.name, memory.ty()));
    b.add(name, Ty::scalar(memory.elem));
}

fn store(b: &mut Body, memory: &Memory) {
    let at = place(b, memory);
    let value = b.value(Ty::scalar(memory.elem));
    b.line(&format!("memref.store {value}, {}[{at}] : {}", memory.name, memory.ty()));
}

/// Adds a view or a copy of a memref.
fn view(b: &mut Body, memory: &Memory) {
    let (source, of) = (&memory.name, memory.ty());
    let mut new = memory.clone();
    let op = match (b.rng.below(7), &memory.shape[..]) {
        (0, [8]) if memory.is_whole() => {
            let at = b.index(4);
            (new.shape, new.layout) = (vec![4], ", strided<[1], offset: ?>");
            format!("memref.subview {source}[{at}] [4] [1]")
        }
        (1, [8]) if memory.is_whole() => {
            let at = b.index(2);
            (new.shape, new.layout) = (vec![4], ", strided<[2], offset: ?>");
            format!("memref.subview {source}[{at}] [4] [2]")
        }
        (0, [4, 4]) if memory.is_whole() => {
            let (i, j) = (b.index(2), b.index(2));
            (new.shape, new.layout) = (vec![2, 2], ", strided<[4, 1], offset: ?>");
            format!("memref.subview {source}[{i}, {j}] [2, 2] [1, 1]")
        }
        (1, [4, 4]) if memory.is_whole() => {
            let i = b.index(4);
            (new.shape, new.layout) = (vec![4], ", strided<[1], offset: ?>");
            format!("memref.subview {source}[{i}, 0] [1, 4] [1, 1]")
        }
        (2, [4, 4]) if memory.is_whole() => {
            let j = b.index(4);
            (new.shape, new.layout) = (vec![4], ", strided<[4], offset: ?>");
            format!("memref.subview {source}[0, {j}] [4, 1] [1, 1]")
        }
        (3, [2, 2, 2]) if memory.is_whole() => {
            new.shape = vec![4, 2];
            format!("memref.collapse_shape {source} [[0, 1], [2]]")
        }
        (3, [4, 4]) if memory.is_whole() => {
            new.shape = vec![16];
            format!("memref.collapse_shape {source} [[0, 1]]")
        }
        (3 | 4, [8]) if memory.is_whole() => {
            new.shape = vec![2, 4];
            format!("memref.expand_shape {source} [[0, 1]] output_shape [2, 4]")
        }
        (4, [4, 4]) if memory.is_whole() => {
            new.shape = vec![8, 2];
            format!("memref.reinterpret_cast {source} to offset: [0], sizes: [8, 2], strides: [2, 1]")
        }
        (5, _) if memory.is_whole() => {
            new.is_static = false;
            format!("memref.cast {source}")
        }
        (_, _) if memory.is_whole() => {
            new.writable = true;
            let name = b.op(&format!("memref.alloca() : {of}"));
            b.line(&format!("memref.copy {source}, {name} : {of} to {of}"));
            new.name = name;
            return b.memory.push(new);
        }
        _ => return load(b, memory),
    };
    let word = if op.contains("expand") || op.contains("collapse") { "into" } else { "to" };
    new.name = b.op(&format!("{op} : {of} {word} {}", new.ty()));
    b.memory.push(new);
}

/// Adds a vector load or a vector store.
fn vectors(b: &mut Body, memory: &Memory) {
    let Some(&last) = memory.shape.last().filter(|_| memory.is_whole() && memory.elem != Elem::I1) else {
        return load(b, memory);
    };
    let ty = Ty { elem: memory.elem, shape: if last >= 8 { &[4] } else { &[2] } };
    if last < 4 || memory.elem == Elem::Index {
        return load(b, memory);
    }
    let mut indices: Vec<String> = memory.shape.iter().map(|length| b.index(*length)).collect();
    if let Some(at) = indices.last_mut() {
        *at = b.index(last / 2);
    }
    let at = indices.join(", ");
    if b.rng.chance(50) || !memory.writable {
        let name = b.op(&format!("vector.load {}[{at}] : {}, {ty}", memory.name, memory.ty()));
        b.add(name, ty);
    } else {
        let value = b.value(ty);
        b.line(&format!("vector.store {value}, {}[{at}] : {}, {ty}", memory.name, memory.ty()));
    }
}

/// Adds an op that reads a dimension's length.
fn sizes(b: &mut Body, memory: &Memory) {
    let at = b.rng.below(memory.shape.len());
    let at = b.stated(&at.to_string(), Ty::scalar(Elem::Index));
    let name = b.op(&format!("memref.dim {}, {at} : {}", memory.name, memory.ty()));
    b.add(name, Ty::scalar(Elem::Index));
}
