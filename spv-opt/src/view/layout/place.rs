//! Coordinate assignment: moves each cell toward its linked cells as far as neighboring cells permit

use super::layers::{Cell, Layers};
use super::{GAP, PORT_GAP, PathSegment, Problem, Rect};

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

/// Computes the coordinates of the contents of a box.
pub fn place(problem: &Problem, layers: &Layers) -> Placed {
    let width = |cell: usize| match layers.cells[cell] {
        Cell::Thing(thing) => problem.things[thing].w,
        Cell::Through(_) => LANE,
    };
    let ends = ends(problem, layers);
    // Center of each cell. Initially, the cells of a layer are side by side.
    let mut x = vec![0.0; layers.cells.len()];
    for row in &layers.rows {
        let mut at = 0.0;
        for &cell in row {
            x[cell] = at + width(cell) / 2.0;
            at += width(cell) + ROOM;
        }
    }
    let mut wanted: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); layers.cells.len()];
    let mut upwards: Vec<Vec<(usize, f64, f64)>> = wanted.clone();
    for links in &layers.links {
        for link in links {
            let piece = link.piece;
            let through = |cell: usize| matches!(layers.cells[cell], Cell::Through(_));
            let upper = if through(link.upper) { 0.0 } else { ends[piece].0 };
            let lower = if through(link.lower) { 0.0 } else { ends[piece].1 };
            let weight = match (through(link.upper), through(link.lower)) {
                (true, true) => 8.0,
                (false, false) => 1.0,
                _ => 2.0,
            };
            wanted[link.lower].push((link.upper, upper - lower, weight));
            upwards[link.upper].push((link.lower, lower - upper, weight));
        }
    }
    for round in 0..2 * ROUNDS {
        let down = round % 2 == 0;
        let settle = round + 2 >= 2 * ROUNDS;
        for n in 0..layers.rows.len() {
            let row = &layers.rows[if down { n } else { layers.rows.len() - 1 - n }];
            let targets: Vec<(f64, f64)> = row
                .iter()
                .map(|&cell| {
                    let (one, other) =
                        if down { (&wanted[cell], &upwards[cell]) } else { (&upwards[cell], &wanted[cell]) };
                    let list = one.iter().chain(other.iter().filter(|_| settle || one.is_empty()));
                    let (mut sum, mut weight) = (0.0, 0.0);
                    for &(from, offset, w) in list {
                        sum += w * (x[from] + offset);
                        weight += w;
                    }
                    if weight > 0.0 { (sum / weight, weight) } else { (x[cell], 0.1) }
                })
                .collect();
            let apart: Vec<f64> = row.windows(2).map(|p| (width(p[0]) + width(p[1])) / 2.0 + ROOM).collect();
            for (&cell, place) in row.iter().zip(spread(&targets, &apart)) {
                x[cell] = place;
            }
        }
    }
    pull_back_edges(layers, &width, &mut x);
    let cells = 0..layers.cells.len();
    let least = cells.clone().map(|c| x[c] - width(c) / 2.0).fold(f64::INFINITY, f64::min);
    let least = if least.is_finite() { least } else { 0.0 };
    x.iter_mut().for_each(|x| *x -= least);
    let right = cells.map(|c| x[c] + width(c) / 2.0).fold(0.0, f64::max);

    let (tops, bottoms) = rows(problem, layers);
    let things: Vec<Rect> = problem
        .things
        .iter()
        .enumerate()
        .map(|(n, t)| Rect { x: x[n] - t.w / 2.0, y: tops[layers.layer[n]], w: t.w, h: t.h })
        .collect();
    let path = |number: usize| {
        let piece = &problem.pieces[number];
        let (from, to) = (x[piece.from] + ends[number].0, x[piece.to] + ends[number].1);
        let (first, last) = (layers.layer[piece.from], layers.layer[piece.to]);
        let mut steps = vec![PathSegment::Move(from, things[piece.from].y + things[piece.from].h)];
        steps.push(PathSegment::Line(from, bottoms[first]));
        let mut at = from;
        if layers.back[number] {
            let height = 0.6 * GAP;
            let mut y = bottoms[first];
            for (n, &cell) in layers.through[number].iter().enumerate() {
                let (row, next) = (layers.layer[cell], x[cell]);
                steps.push(match n {
                    0 => PathSegment::Curve([at, y + height, next, y + height, next, y]),
                    _ => {
                        let middle = (y + bottoms[row]) / 2.0;
                        PathSegment::Curve([at, middle, next, middle, next, bottoms[row]])
                    }
                });
                (at, y) = (next, tops[row]);
                steps.push(PathSegment::Line(at, y));
            }
            steps.push(PathSegment::Curve([at, y - height, to, y - height, to, tops[last]]));
            return steps;
        }
        let mut y = bottoms[first];
        for &cell in &layers.through[number] {
            let row = layers.layer[cell];
            steps.push(bend((at, y), (x[cell], tops[row])));
            (at, y) = (x[cell], bottoms[row]);
            steps.push(PathSegment::Line(at, y));
        }
        steps.push(bend((at, y), (to, tops[last])));
        steps
    };
    let paths = (0..problem.pieces.len()).map(path).collect();
    let height = bottoms.last().copied().unwrap_or(0.0)
        + if bends(layers, layers.rows.len().saturating_sub(1)) { 0.7 * GAP } else { 0.0 };
    Placed { size: (right, height), things, paths }
}

/// Moves all dummy cells of each back edge by the same distance to the left, as far as neighboring cells permit.
fn pull_back_edges(layers: &Layers, width: &dyn Fn(usize) -> f64, x: &mut [f64]) {
    let mut place = vec![0; x.len()];
    for row in &layers.rows {
        row.iter().enumerate().for_each(|(n, &cell)| place[cell] = n);
    }
    let backs = layers.through.iter().zip(&layers.back).filter(|(_, back)| **back);
    let mut chains: Vec<&Vec<usize>> = backs.map(|(cells, _)| cells).collect();
    let most = |chain: &[usize], x: &[f64]| chain.iter().map(|&c| x[c]).fold(f64::NEG_INFINITY, f64::max);
    chains.sort_by(|a, b| most(a, x).total_cmp(&most(b, x)));
    for chain in chains {
        let limit = |&cell: &usize| {
            let row = &layers.rows[layers.layer[cell]];
            let left = place[cell].checked_sub(1).map(|n| row[n]);
            left.map(|left| x[left] + (width(left) + width(cell)) / 2.0 + ROOM)
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
fn rows(problem: &Problem, layers: &Layers) -> (Vec<f64>, Vec<f64>) {
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    let mut y = if bends(layers, 0) { 0.7 * GAP } else { 0.0 };
    let count = layers.rows.len();
    for (number, row) in layers.rows.iter().enumerate() {
        let height = row.iter().map(|&cell| match layers.cells[cell] {
            Cell::Thing(thing) => problem.things[thing].h,
            Cell::Through(_) => 0.0,
        });
        tops.push(y);
        y += height.fold(0.0, f64::max);
        bottoms.push(y);
        let top_port = number == 0 && problem.tops > 0 && !bends(layers, 1);
        let bottom_port = number + 2 == count && problem.bottoms > 0 && !bends(layers, number);
        y += if top_port || bottom_port { PORT_GAP } else { GAP };
    }
    (tops, bottoms)
}

/// Computes the offsets at which edge pieces start and end, relative to the center of the item. Pieces at an item are
/// placed side by side, in the order of their targets.
fn ends(problem: &Problem, layers: &Layers) -> Vec<(f64, f64)> {
    let mut places = vec![0; layers.cells.len()];
    for row in &layers.rows {
        row.iter().enumerate().for_each(|(place, &cell)| places[cell] = place);
    }
    let mut begins: Vec<Vec<(usize, usize)>> = vec![Vec::new(); problem.things.len()];
    let mut finals = begins.clone();
    for (number, piece) in problem.pieces.iter().enumerate() {
        let through = &layers.through[number];
        begins[piece.from].push((places[through.first().copied().unwrap_or(piece.to)], number));
        finals[piece.to].push((places[through.last().copied().unwrap_or(piece.from)], number));
    }
    let mut ends = vec![(0.0, 0.0); problem.pieces.len()];
    for (thing, lists) in begins.iter_mut().zip(&mut finals).enumerate() {
        let w = problem.things[thing].w;
        for (list, begin) in [(lists.0, true), (lists.1, false)] {
            list.sort_unstable();
            let room = |number: usize| if begin { problem.pieces[number].room } else { 1.0 };
            let all: f64 = list.iter().map(|&(_, number)| room(number)).sum();
            let mut used = 0.0;
            for &(_, number) in list.iter() {
                let piece = &problem.pieces[number];
                let fixed = if begin { piece.from_x } else { piece.to_x };
                // A single edge starts at the center. With several edges, each label is to the right of its edge.
                let part = if begin && list.len() > 1 { 0.2 } else { 0.5 };
                let place = w * (used + part * room(number)) / all;
                used += room(number);
                let offset = fixed.unwrap_or(place) - w / 2.0;
                if begin {
                    ends[number].0 = offset;
                } else {
                    ends[number].1 = offset;
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
