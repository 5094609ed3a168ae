//! Use lists: the operands that contain each value
//!
//! Most bodies are read or written without any query for uses, and some are modified without one. The use lists are
//! built by the first query, and every modification updates them from then on.

use crate::body::{Body, FLAG_DEAD, NIL};
use crate::entity::{Op, Value};

/// Use lists of all values in a body.
#[derive(Clone, Debug)]
pub(crate) struct Uses {
    /// Index of the first operand that contains each value, by value index. May be shorter than the number of values.
    first: Vec<u32>,
    /// Links of the use lists, by operand index.
    links: Vec<Link>,
}

/// An operand's links to its neighbors in the use list of its value.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The op that has the operand; `None` for an operand that no longer exists.
    owner: Option<Op>,
    next: u32,
    prev: u32,
}

const NOWHERE: Link = Link { owner: None, next: NIL, prev: NIL };

impl Uses {
    /// Builds the use lists of a body. The last operand is first in its list.
    fn new(body: &Body) -> Uses {
        let mut uses =
            Uses { first: vec![NIL; body.values.len()], links: vec![NOWHERE; body.operands.len()] };
        for op in body.ops.ids() {
            let data = &body.ops[op];
            if data.flags & FLAG_DEAD == 0 {
                let own = &mut uses.links[data.operand_start as usize..][..data.operand_len as usize];
                own.iter_mut().for_each(|link| link.owner = Some(op));
            }
        }
        for (at, &value) in body.operands.iter().enumerate() {
            if let Some(owner) = uses.links[at].owner {
                uses.link(at as u32, owner, value);
            }
        }
        uses
    }

    /// Returns the index of the first operand that contains a value; [`NIL`] if the value is unused.
    fn first(&self, value: Value) -> u32 {
        self.first.get(value.index()).copied().unwrap_or(NIL)
    }

    /// Adds an operand to the front of the use list of a value.
    pub fn link(&mut self, at: u32, owner: Op, value: Value) {
        if self.first.len() <= value.index() {
            self.first.resize(value.index() + 1, NIL);
        }
        let next = std::mem::replace(&mut self.first[value.index()], at);
        if next != NIL {
            self.links[next as usize].prev = at;
        }
        if self.links.len() <= at as usize {
            self.links.resize(at as usize + 1, NOWHERE);
        }
        self.links[at as usize] = Link { owner: Some(owner), next, prev: NIL };
    }

    /// Removes an operand from the use list of a value.
    pub fn unlink(&mut self, at: u32, value: Value) {
        let Link { next, prev, .. } = std::mem::replace(&mut self.links[at as usize], NOWHERE);
        match prev {
            NIL => self.first[value.index()] = next,
            prev => self.links[prev as usize].next = next,
        }
        if next != NIL {
            self.links[next as usize].prev = prev;
        }
    }

    /// Moves all uses of `old` to the use list of `new`, and calls `changed` with the index of each moved operand.
    pub fn replace(&mut self, old: Value, new: Value, mut changed: impl FnMut(u32)) {
        let mut at = self.first(old);
        if at != NIL {
            self.first[old.index()] = NIL;
        }
        while at != NIL {
            let Link { owner, next, .. } = self.links[at as usize];
            if let Some(owner) = owner {
                self.link(at, owner, new);
            }
            changed(at);
            at = next;
        }
    }
}

impl Body {
    /// Returns the use lists, and builds them if necessary.
    pub(crate) fn known_uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::new(self))
    }

    /// Returns whether any operand contains the value.
    pub fn has_uses(&self, value: Value) -> bool {
        self.known_uses().first(value) != NIL
    }

    /// Returns the uses of a value as pairs of op and operand index, most recently added first.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = (Op, usize)> + '_ {
        let uses = self.known_uses();
        let mut at = uses.first(value);
        std::iter::from_fn(move || {
            let link = uses.links.get(at as usize)?;
            let owner = link.owner?;
            let number = at - self.ops[owner].operand_start;
            at = link.next;
            Some((owner, number as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, InsertPoint};
    use crate::context::Context;
    use crate::entity::Block;
    use crate::testing::{Make, Random, With, body_of, context};

    /// Builds a random body of constants and other ops, and modifies it. Queries the uses after every `asked` steps.
    fn changed(ctx: &Context, random: &mut Random, asked: usize) -> (Body, Vec<Value>) {
        let (mut body, blocks) = body_of(2);
        let mut make = Make::new(ctx);
        let mut values: Vec<Value> = (0..4).map(|_| make.constant(&mut body, blocks[0])).collect();
        let (mut ops, i32) = (Vec::<Op>::new(), ctx.common().i32);
        for _ in 0..60 {
            let some: Vec<Value> = (0..3).map(|_| values[random.below(values.len())]).collect();
            let successors: [(Block, &[Value]); 1] = [(blocks[1], &some[..1])];
            match random.below(6) {
                0 | 1 => {
                    let with = With { operands: &some, results: &[i32], ..With::default() };
                    let op = make.op(&mut body, InsertPoint::End(blocks[0]), "test.any", with);
                    values.push(body.result(op, 0));
                    ops.push(op);
                }
                2 if !ops.is_empty() => {
                    let op = ops[random.below(ops.len())];
                    Builder::new(&mut body).set_operands(op, &some[..1], &successors);
                }
                3 if !ops.is_empty() => {
                    let op = ops[random.below(ops.len())];
                    let number = random.below(body.operand_count(op));
                    Builder::new(&mut body).set_operand(op, number, some[0]);
                }
                4 => Builder::new(&mut body).replace_uses_of_each(&[(some[0], values[0])]),
                5 if random.below(4) == 0 => {
                    let with = With { operands: &some[..2], ..With::default() };
                    let op = make.op(&mut body, InsertPoint::End(blocks[0]), "test.weak", with);
                    Builder::new(&mut body).erase(op);
                }
                _ => Builder::new(&mut body).replace_all_uses(some[0], some[1]),
            }
            if asked > 0 && random.below(asked) == 0 {
                assert_eq!(found(&body, &values), counted(&body, &values));
            }
        }
        (body, values)
    }

    fn found(body: &Body, values: &[Value]) -> Vec<Vec<(Op, usize)>> {
        let sorted = |value: &Value| {
            let mut uses: Vec<(Op, usize)> = body.uses(*value).collect();
            assert_eq!(body.has_uses(*value), !uses.is_empty());
            uses.sort_unstable();
            uses
        };
        values.iter().map(sorted).collect()
    }

    /// Computes the expected uses from the operands of all ops.
    fn counted(body: &Body, values: &[Value]) -> Vec<Vec<(Op, usize)>> {
        let live: Vec<Op> = body.ops.ids().filter(|op| !body.is_dead(*op)).collect();
        let each = live.iter().flat_map(|op| body.operands(*op).enumerate().map(|(n, v)| (v, (*op, n))));
        let each: Vec<(Value, (Op, usize))> = each.collect();
        values
            .iter()
            .map(|value| each.iter().filter(|(v, _)| v == value).map(|(_, link)| *link).collect())
            .collect()
    }

    #[test]
    fn lists_are_right_whenever_they_are_made() {
        let ctx = context();
        for seed in 1..200 {
            let mut random = Random(seed * 7919);
            // Query the uses only at the end, occasionally, or from the beginning.
            let (body, values) = changed(&ctx, &mut random, [0, 20, 1][seed as usize % 3]);
            assert_eq!(found(&body, &values), counted(&body, &values), "seed {seed}");
        }
    }
}
