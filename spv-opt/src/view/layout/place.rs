//! Coordinate assignment: moves each cell toward its linked cells as far as neighboring cells permit

use super::layers::{Cell, Layers};
use super::{GAP, PORT_GAP, PathSegment, Piece, Problem, Rect};

/// The coordinates of the contents of one box.
pub struct Placed {
    /// Width and height of the contents.
    pub size: (f64, f64),
    /// Rectangles of the items in the box.
    pub things: Vec<Rect>,
    /// Paths of the edge pieces in the box.
    pub paths: Vec<Vec<PathSegment>>,
}

/// Horizontal space in pixels between the cells of a layer.
const ROOM: f64 = 18.0;
/// Width in pixels of a dummy cell.
const LANE: f64 = 4.0;
/// Number of passes over all layers.
const ROUNDS: usize = 10;

/// A cell that is linked to another cell.
#[derive(Clone, Copy)]
struct Neighbor {
    cell: usize,
    /// Position of the other cell relative to this cell if the link is vertical.
    offset: f64,
    weight: f64,
}

/// A layer that an edge piece crosses.
struct Crossing {
    x: f64,
    top: f64,
    bottom: f64,
}

/// Computes the coordinates of the contents of a box.
pub fn place(problem: &Problem, layers: &Layers) -> Placed {
    let width = |cell: &Cell| match *cell {
        Cell::Thing(thing) => problem.things[thing].w,
        Cell::Through(_) => LANE,
    };
    let widths: Vec<f64> = layers.cells.iter().map(width).collect();
    let ends = ends(problem, layers);
    let mut x = centers(layers, &widths, &ends);
    pull_back_edges(layers, &widths, &mut x);
    let least = x.iter().zip(&widths).map(|(x, width)| x - width / 2.0).fold(f64::INFINITY, f64::min);
    let least = if least.is_finite() { least } else { 0.0 };
    x.iter_mut().for_each(|x| *x -= least);
    let right = x.iter().zip(&widths).map(|(x, width)| x + width / 2.0).fold(0.0, f64::max);

    let (tops, bottoms) = layer_bounds(problem, layers);
    let things: Vec<Rect> = problem
        .things
        .iter()
        .enumerate()
        .map(|(n, t)| Rect { x: x[n] - t.w / 2.0, y: tops[layers.layer[n]], w: t.w, h: t.h })
        .collect();
    let path = |(index, piece): (usize, &Piece)| {
        let start = (x[piece.from] + ends[index].0, bottoms[layers.layer[piece.from]]);
        let end = (x[piece.to] + ends[index].1, tops[layers.layer[piece.to]]);
        let crossing = |&cell: &usize| {
            let row = layers.layer[cell];
            Crossing { x: x[cell], top: tops[row], bottom: bottoms[row] }
        };
        let crossings = layers.through[index].iter().map(crossing);
        let Rect { y, h, .. } = things[piece.from];
        let mut path = vec![PathSegment::Move(start.0, y + h), PathSegment::Line(start.0, start.1)];
        match layers.back[index] {
            true => append_back_edge(&mut path, start, crossings, end),
            false => append_forward_edge(&mut path, start, crossings, end),
        }
        path
    };
    let paths = problem.pieces.iter().enumerate().map(path).collect();
    let height = bottoms.last().copied().unwrap_or(0.0)
        + if bends(layers, layers.rows.len().saturating_sub(1)) { 0.7 * GAP } else { 0.0 };
    Placed { size: (right, height), things, paths }
}

/// Computes the horizontal center of each cell. Moves the cells of each layer toward their neighbors in the adjacent
/// layers, in passes that alternate in direction.
fn centers(layers: &Layers, widths: &[f64], ends: &[(f64, f64)]) -> Vec<f64> {
    // Initially, the cells of a layer are side by side.
    let mut x = vec![0.0; layers.cells.len()];
    for row in &layers.rows {
        let mut at = 0.0;
        for &cell in row {
            x[cell] = at + widths[cell] / 2.0;
            at += widths[cell] + ROOM;
        }
    }
    let (above, below) = neighbors(layers, ends);
    for round in 0..2 * ROUNDS {
        let down = round % 2 == 0;
        let settle = round + 2 >= 2 * ROUNDS;
        let (before, after) = if down { (&above, &below) } else { (&below, &above) };
        for n in 0..layers.rows.len() {
            let row = &layers.rows[if down { n } else { layers.rows.len() - 1 - n }];
            let target = |&cell: &usize| {
                let others = after[cell].iter().filter(|_| settle || before[cell].is_empty());
                let (mut sum, mut weight) = (0.0, 0.0);
                for neighbor in before[cell].iter().chain(others) {
                    sum += neighbor.weight * (x[neighbor.cell] + neighbor.offset);
                    weight += neighbor.weight;
                }
                if weight > 0.0 { (sum / weight, weight) } else { (x[cell], 0.1) }
            };
            let targets: Vec<(f64, f64)> = row.iter().map(target).collect();
            let apart = row.windows(2).map(|pair| (widths[pair[0]] + widths[pair[1]]) / 2.0 + ROOM);
            for (&cell, center) in row.iter().zip(spread(&targets, &apart.collect::<Vec<f64>>())) {
                x[cell] = center;
            }
        }
    }
    x
}

/// Returns the neighbors of each cell in the layer above it, and those in the layer below it.
fn neighbors(layers: &Layers, ends: &[(f64, f64)]) -> (Vec<Vec<Neighbor>>, Vec<Vec<Neighbor>>) {
    let mut above = vec![Vec::new(); layers.cells.len()];
    let mut below = above.clone();
    for link in layers.links.iter().flatten() {
        let through = |cell: usize| matches!(layers.cells[cell], Cell::Through(_));
        let upper = if through(link.upper) { 0.0 } else { ends[link.piece].0 };
        let lower = if through(link.lower) { 0.0 } else { ends[link.piece].1 };
        let weight = match (through(link.upper), through(link.lower)) {
            (true, true) => 8.0,
            (false, false) => 1.0,
            _ => 2.0,
        };
        above[link.lower].push(Neighbor { cell: link.upper, offset: upper - lower, weight });
        below[link.upper].push(Neighbor { cell: link.lower, offset: lower - upper, weight });
    }
    (above, below)
}

/// Appends the segments of an edge that leads downwards.
fn append_forward_edge(
    path: &mut Vec<PathSegment>,
    start: (f64, f64),
    crossings: impl Iterator<Item = Crossing>,
    end: (f64, f64),
) {
    let mut at = start;
    for crossing in crossings {
        path.push(bend(at, (crossing.x, crossing.top)));
        at = (crossing.x, crossing.bottom);
        path.push(PathSegment::Line(at.0, at.1));
    }
    path.push(bend(at, end));
}

/// Appends the segments of a back edge, which turns below its source and above its target.
fn append_back_edge(
    path: &mut Vec<PathSegment>,
    start: (f64, f64),
    crossings: impl Iterator<Item = Crossing>,
    end: (f64, f64),
) {
    let height = 0.6 * GAP;
    let (mut x, mut y) = start;
    for (n, next) in crossings.enumerate() {
        path.push(match n {
            0 => PathSegment::Curve([x, y + height, next.x, y + height, next.x, y]),
            _ => {
                let middle = (y + next.bottom) / 2.0;
                PathSegment::Curve([x, middle, next.x, middle, next.x, next.bottom])
            }
        });
        (x, y) = (next.x, next.top);
        path.push(PathSegment::Line(x, y));
    }
    path.push(PathSegment::Curve([x, y - height, end.0, y - height, end.0, end.1]));
}

/// Moves all dummy cells of each back edge by the same distance to the left, as far as neighboring cells permit.
fn pull_back_edges(layers: &Layers, widths: &[f64], x: &mut [f64]) {
    let positions = layers.positions();
    let backs = layers.through.iter().zip(&layers.back).filter(|(_, back)| **back);
    let mut chains: Vec<&Vec<usize>> = backs.map(|(cells, _)| cells).collect();
    let most = |chain: &[usize], x: &[f64]| chain.iter().map(|&c| x[c]).fold(f64::NEG_INFINITY, f64::max);
    chains.sort_by(|a, b| most(a, x).total_cmp(&most(b, x)));
    for chain in chains {
        let limit = |&cell: &usize| {
            let row = &layers.rows[layers.layer[cell]];
            let left = positions[cell].checked_sub(1).map(|n| row[n]);
            left.map(|left| x[left] + (widths[left] + widths[cell]) / 2.0 + ROOM)
        };
        let to = chain.iter().filter_map(limit).fold(f64::NEG_INFINITY, f64::max);
        if to.is_finite() && chain.iter().all(|&cell| to <= x[cell]) {
            chain.iter().for_each(|&cell| x[cell] = to);
        }
    }
}

fn bend(from: (f64, f64), to: (f64, f64)) -> PathSegment {
    if (from.0 - to.0).abs() < 0.5 {
        return PathSegment::Line(to.0, to.1);
    }
    let middle = (from.1 + to.1) / 2.0;
    PathSegment::Curve([from.0, middle, to.0, middle, to.0, to.1])
}

/// Returns whether a back edge turns above or below a layer.
fn bends(layers: &Layers, row: usize) -> bool {
    let mut backs = layers.through.iter().zip(&layers.back).filter(|(_, back)| **back);
    backs.any(|(cells, _)| {
        [cells.first(), cells.last()].into_iter().flatten().any(|&c| layers.layer[c] == row)
    })
}

/// Computes the top and bottom coordinates of the layers.
fn layer_bounds(problem: &Problem, layers: &Layers) -> (Vec<f64>, Vec<f64>) {
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    let mut y = if bends(layers, 0) { 0.7 * GAP } else { 0.0 };
    let count = layers.rows.len();
    for (index, row) in layers.rows.iter().enumerate() {
        let height = row.iter().map(|&cell| match layers.cells[cell] {
            Cell::Thing(thing) => problem.things[thing].h,
            Cell::Through(_) => 0.0,
        });
        tops.push(y);
        y += height.fold(0.0, f64::max);
        bottoms.push(y);
        let top_port = index == 0 && problem.tops > 0 && !bends(layers, 1);
        let bottom_port = index + 2 == count && problem.bottoms > 0 && !bends(layers, index);
        y += if top_port || bottom_port { PORT_GAP } else { GAP };
    }
    (tops, bottoms)
}

/// Computes the offsets at which edge pieces start and end, relative to the center of the item. Pieces at an item are
/// placed side by side, in the order of their targets.
fn ends(problem: &Problem, layers: &Layers) -> Vec<(f64, f64)> {
    let positions = layers.positions();
    let mut begins: Vec<Vec<(usize, usize)>> = vec![Vec::new(); problem.things.len()];
    let mut finals = begins.clone();
    for (index, piece) in problem.pieces.iter().enumerate() {
        let through = &layers.through[index];
        begins[piece.from].push((positions[through.first().copied().unwrap_or(piece.to)], index));
        finals[piece.to].push((positions[through.last().copied().unwrap_or(piece.from)], index));
    }
    let mut ends = vec![(0.0, 0.0); problem.pieces.len()];
    for (thing, lists) in begins.iter_mut().zip(&mut finals).enumerate() {
        let w = problem.things[thing].w;
        for (list, begin) in [(lists.0, true), (lists.1, false)] {
            list.sort_unstable();
            let room = |index: usize| if begin { problem.pieces[index].room } else { 1.0 };
            let all: f64 = list.iter().map(|&(_, index)| room(index)).sum();
            let mut used = 0.0;
            for &(_, index) in list.iter() {
                let piece = &problem.pieces[index];
                let fixed = if begin { piece.from_x } else { piece.to_x };
                // A single edge starts at the center. With several edges, each label is to the right of its edge.
                let part = if begin && list.len() > 1 { 0.2 } else { 0.5 };
                let place = w * (used + part * room(index)) / all;
                used += room(index);
                let offset = fixed.unwrap_or(place) - w / 2.0;
                if begin {
                    ends[index].0 = offset;
                } else {
                    ends[index].1 = offset;
                }
            }
        }
    }
    ends
}

/// Computes positions that preserve the order and the minimum distances `apart`. Minimizes the weighted sum of squared
/// distances to the targets, which are pairs of position and weight. Cells that would be too close move as a group.
fn spread(targets: &[(f64, f64)], apart: &[f64]) -> Vec<f64> {
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(targets.len());
    // Groups of cells: weighted sum of positions, total weight, number of cells.
    let mut groups: Vec<(f64, f64, usize)> = Vec::new();
    for (n, &(target, weight)) in targets.iter().enumerate() {
        if n > 0 {
            offset += apart[n - 1];
        }
        offsets.push(offset);
        groups.push((weight * (target - offset), weight, 1));
        while let [.., a, b] = groups[..]
            && a.0 / a.1 >= b.0 / b.1
        {
            groups.truncate(groups.len() - 2);
            groups.push((a.0 + b.0, a.1 + b.1, a.2 + b.2));
        }
    }
    let means = groups.iter().flat_map(|g| std::iter::repeat_n(g.0 / g.1, g.2));
    means.zip(offsets).map(|(mean, offset)| mean + offset).collect()
}
