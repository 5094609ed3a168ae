//! Layer assignment and crossing reduction, as in Sugiyama's method

use super::Problem;

/// A cell of a layer: an item in the box, or a dummy node where an edge crosses the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Index of an item in the box.
    Thing(usize),
    /// Index of an edge piece that crosses the layer.
    Through(usize),
}

/// A segment of an edge piece between adjacent layers.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Index of the upper cell.
    pub upper: usize,
    /// Index of the lower cell.
    pub lower: usize,
    /// Index of the edge piece.
    pub piece: usize,
}

/// The layers of a box and the order of cells in each.
pub struct Layers {
    /// All cells, starting with the items of the box.
    pub cells: Vec<Cell>,
    /// Layer index of each cell.
    pub layer: Vec<usize>,
    /// Cells in each layer, from left to right.
    pub rows: Vec<Vec<usize>>,
    /// Segments of edge pieces, by their upper layer.
    pub links: Vec<Vec<Link>>,
    /// For each edge piece, the dummy cells that it crosses, from its start to its end.
    pub through: Vec<Vec<usize>>,
    /// For each edge piece, whether it is a back edge, which leads upwards.
    pub back: Vec<bool>,
}

/// Number of sweeps for crossing reduction.
const SWEEPS: usize = 12;

impl Layers {
    /// Assigns cells to layers and orders each layer. `left` is the number of dummy cells that may still be created.
    /// Returns `None` if more are needed.
    pub fn new(problem: &Problem, left: &mut usize) -> Option<Layers> {
        let count = problem.things.len();
        let (layer, depth) = layers(problem);
        let mut found = Layers {
            cells: (0..count).map(Cell::Thing).collect(),
            layer,
            rows: vec![Vec::new(); depth],
            links: vec![Vec::new(); depth],
            through: Vec::new(),
            back: Vec::new(),
        };
        for thing in 0..count {
            found.rows[found.layer[thing]].push(thing);
        }
        for (index, piece) in problem.pieces.iter().enumerate() {
            let (from, to) = (found.layer[piece.from], found.layer[piece.to]);
            let back = to <= from;
            // A back edge passes beside both of its end items.
            let rows = if back { to..from + 1 } else { from + 1..to };
            *left = left.checked_sub(rows.len())?;
            let mut cells = Vec::with_capacity(rows.len());
            for row in rows {
                cells.push(found.cells.len());
                found.rows[row].push(found.cells.len());
                found.cells.push(Cell::Through(index));
                found.layer.push(row);
            }
            let ends = if back { [None; 2] } else { [Some(piece.from), Some(piece.to)] };
            let chain: Vec<usize> = ends[0].into_iter().chain(cells.iter().copied()).chain(ends[1]).collect();
            for pair in chain.windows(2) {
                let link = Link { upper: pair[0], lower: pair[1], piece: index };
                found.links[found.layer[pair[0]]].push(link);
            }
            if back {
                cells.reverse();
            }
            found.through.push(cells);
            found.back.push(back);
        }
        found.order();
        Some(found)
    }

    /// Orders the cells of each layer by the mean position of linked cells. Selects the order with the fewest crossings
    /// of all sweeps.
    fn order(&mut self) {
        let mut best = (self.count_crossings(), self.rows.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            let rows = self.rows.len();
            for n in 1..rows {
                let row = if down { n } else { rows - 1 - n };
                self.sort(row, down);
            }
            let crossings = self.count_crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Returns the position of each cell in its layer.
    pub fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.cells.len()];
        for row in &self.rows {
            row.iter().enumerate().for_each(|(position, &cell)| positions[cell] = position);
        }
        positions
    }

    fn sort(&mut self, row: usize, down: bool) {
        let positions = self.positions_in(if down { row - 1 } else { row + 1 });
        let mut sums = vec![(0.0, 0.0); self.rows[row].len()];
        let own = self.positions_in(row);
        let links = &self.links[if down { row - 1 } else { row }];
        for link in links {
            let (cell, other) = if down { (link.lower, link.upper) } else { (link.upper, link.lower) };
            if let (Some(&at), Some(&other)) = (own.get(&cell), positions.get(&other)) {
                sums[at].0 += other as f64;
                sums[at].1 += 1.0;
            }
        }
        // A cell without links remains at its position.
        let key = |at: usize| if sums[at].1 > 0.0 { sums[at].0 / sums[at].1 } else { at as f64 };
        let mut order: Vec<usize> = (0..self.rows[row].len()).collect();
        order.sort_by(|&a, &b| key(a).total_cmp(&key(b)));
        self.rows[row] = order.into_iter().map(|at| self.rows[row][at]).collect();
    }

    fn positions_in(&self, row: usize) -> rustc_hash::FxHashMap<usize, usize> {
        self.rows[row].iter().enumerate().map(|(position, &cell)| (cell, position)).collect()
    }

    fn count_crossings(&self) -> u64 {
        let positions = self.positions();
        let mut sum = 0;
        for (row, links) in self.links.iter().enumerate() {
            let Some(below) = self.rows.get(row + 1) else { continue };
            let mut pairs: Vec<(usize, usize)> =
                links.iter().map(|l| (positions[l.upper], positions[l.lower])).collect();
            pairs.sort_unstable();
            // A Fenwick tree counts the inversions, which are the crossings.
            let mut tree = vec![0u64; below.len() + 1];
            for (seen, &(_, place)) in pairs.iter().enumerate() {
                let mut before = 0;
                let mut at = place + 1;
                while at > 0 {
                    before += tree[at];
                    at &= at - 1;
                }
                sum += seen as u64 - before;
                let mut at = place + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
        sum
    }
}

/// Assigns each item to the layer below all its predecessors. Items are in the order of the MLIR text, and ports have
/// their own layers. Returns the layer of each item, and the number of layers.
fn layers(problem: &Problem) -> (Vec<usize>, usize) {
    let own = problem.things.len() - problem.tops - problem.bottoms;
    let mut to: Vec<Vec<usize>> = vec![Vec::new(); own];
    for piece in &problem.pieces {
        if piece.from < piece.to && piece.to < own {
            to[piece.to].push(piece.from);
        }
    }
    let first = usize::from(problem.tops > 0);
    let mut layer = vec![first; problem.things.len()];
    let entered: Vec<bool> = {
        let mut entered = vec![false; own];
        problem.pieces.iter().filter(|p| p.from >= own && p.to < own).for_each(|p| entered[p.to] = true);
        entered
    };
    for thing in 0..own {
        let above = to[thing].iter().map(|&from| layer[from] + 1).max();
        layer[thing] = match above {
            Some(above) => above,
            // An item without predecessors is placed one layer below the previous item.
            None if thing > 0 && !entered[thing] => layer[thing - 1] + 1,
            None => first,
        };
    }
    if let (true, [others @ .., merge]) = (problem.merge_last, &mut layer[..own]) {
        *merge = others.iter().copied().max().map_or(*merge, |last| last + 1);
    }
    let last = layer[..own].iter().copied().max().map_or(first, |last| last + 1);
    layer[own..own + problem.tops].fill(0);
    layer[own + problem.tops..].fill(last);
    (layer, last + usize::from(problem.bottoms > 0))
}
