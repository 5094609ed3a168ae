//! Which operands hold a value: lists that are made when they are first asked for.
//!
//! Most bodies are read, printed or written without anyone asking who uses a value, and some of those that are changed
//! are so where no one needs to know. From the first question on every change keeps the lists right.

use crate::body::{Body, FLAG_DEAD, NIL};
use crate::entity::{Op, Value};

/// The lists of all values of a body.
#[derive(Clone, Debug)]
pub(crate) struct Uses {
    /// First operand that holds a value, by value; shorter than the values where the last have none.
    first: Vec<u32>,
    /// Places in the lists, by operand.
    places: Vec<Place>,
}

/// The place of an operand in the list of its value.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// `None` for an operand that is none any more.
    owner: Option<Op>,
    next: u32,
    prev: u32,
}

const NOWHERE: Place = Place { owner: None, next: NIL, prev: NIL };

impl Uses {
    /// Those of a body as it is: what was added last comes first.
    fn new(body: &Body) -> Uses {
        let mut uses =
            Uses { first: vec![NIL; body.values.len()], places: vec![NOWHERE; body.operands.len()] };
        for op in body.ops.ids() {
            let data = &body.ops[op];
            if data.flags & FLAG_DEAD == 0 {
                let own = &mut uses.places[data.operand_start as usize..][..data.operand_len as usize];
                own.iter_mut().for_each(|place| place.owner = Some(op));
            }
        }
        for (at, &value) in body.operands.iter().enumerate() {
            if let Some(owner) = uses.places[at].owner {
                uses.link(at as u32, owner, value);
            }
        }
        uses
    }

    /// The first operand that holds a value, or [`NIL`].
    fn first(&self, value: Value) -> u32 {
        self.first.get(value.index()).copied().unwrap_or(NIL)
    }

    /// An operand now holds a value, as its latest use.
    pub fn link(&mut self, at: u32, owner: Op, value: Value) {
        if self.first.len() <= value.index() {
            self.first.resize(value.index() + 1, NIL);
        }
        let next = std::mem::replace(&mut self.first[value.index()], at);
        if next != NIL {
            self.places[next as usize].prev = at;
        }
        if self.places.len() <= at as usize {
            self.places.resize(at as usize + 1, NOWHERE);
        }
        self.places[at as usize] = Place { owner: Some(owner), next, prev: NIL };
    }

    /// An operand does not hold a value any more.
    pub fn unlink(&mut self, at: u32, value: Value) {
        let Place { next, prev, .. } = std::mem::replace(&mut self.places[at as usize], NOWHERE);
        match prev {
            NIL => self.first[value.index()] = next,
            prev => self.places[prev as usize].next = next,
        }
        if next != NIL {
            self.places[next as usize].prev = prev;
        }
    }

    /// Gives the uses of `old` to `new`, each as the latest; `changed` hears of the operands.
    pub fn replace(&mut self, old: Value, new: Value, mut changed: impl FnMut(u32)) {
        let mut at = self.first(old);
        if at != NIL {
            self.first[old.index()] = NIL;
        }
        while at != NIL {
            let Place { owner, next, .. } = self.places[at as usize];
            if let Some(owner) = owner {
                self.link(at, owner, new);
            }
            changed(at);
            at = next;
        }
    }
}

impl Body {
    /// The lists, which are made if they were not.
    pub(crate) fn known_uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::new(self))
    }

    /// Whether any operand holds the value.
    pub fn has_uses(&self, value: Value) -> bool {
        self.known_uses().first(value) != NIL
    }

    /// The ops and operand numbers that hold a value, in a fixed order (latest added first).
    pub fn uses(&self, value: Value) -> impl Iterator<Item = (Op, usize)> + '_ {
        let uses = self.known_uses();
        let mut at = uses.first(value);
        std::iter::from_fn(move || {
            let place = uses.places.get(at as usize)?;
            let owner = place.owner?;
            let number = at - self.ops[owner].operand_start;
            at = place.next;
            Some((owner, number as usize))
        })
    }
}
