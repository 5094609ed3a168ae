//! Decoration groups. In the IR each target has its decorations itself; the module lists the groups that the
//! binary had, as dictionaries. A target that has all decorations of such a dictionary is written as one of
//! the group's, so groups come back as they were, whatever was done to their targets meanwhile.

use super::{Exporter, Section, Step, words};
use rustc_hash::FxHashSet;
use spv_dialect::attributes::view;
use spv_dialect::decorations::{self, Decoration, MAX_GROUPS, OP_NAME};
use spv_dialect::generated::opcodes as op;
use spv_ir::Attribute;
use std::cmp::Reverse;

/// Most decorations of a group that is kept.
const MAX_DECORATIONS: usize = 16;

/// A group that the module lists, or that targets need.
pub struct Group {
    /// A name or an array of names.
    names: Option<Attribute>,
    decorations: Vec<Decoration>,
    /// Ids.
    targets: Vec<u32>,
    /// Id and member, in turn.
    members: Vec<u32>,
}

impl Group {
    fn new(names: Option<Attribute>, decorations: Vec<Decoration>) -> Group {
        Group { names, decorations, targets: Vec::new(), members: Vec::new() }
    }

    /// Notes a target.
    pub(super) fn target(&mut self, id: u32) {
        self.targets.push(id);
    }
}

impl Exporter<'_> {
    /// Reads `decoration_groups` of the module.
    pub(super) fn read_groups(&mut self, list: Option<Attribute>) -> Step<()> {
        let ctx = self.ctx;
        for &dict in list.and_then(|l| ctx.attr_array(l)).unwrap_or(&[]).iter().take(MAX_GROUPS) {
            let list = self.decorations(dict)?;
            let (mut late, mut decorations): (Vec<_>, Vec<_>) = list.into_iter().partition(|d| d.late);
            decorations::remove_repeated(&mut decorations);
            decorations::remove_repeated(&mut late);
            decorations.append(&mut late);
            if (1..=MAX_DECORATIONS).contains(&decorations.len()) {
                self.groups.push(Group::new(ctx.dict_get(Some(dict), OP_NAME), decorations));
            }
        }
        self.listed_groups = self.groups.len();
        Ok(())
    }

    /// Takes out of a target's decorations those that groups give it, the largest first: a smaller one could leave a part of
    /// it to the target. The numbers of these groups. A late decoration is taken once. Those that no group gives, as the target
    /// has lost others of their group, get a group of their own.
    pub(super) fn take_groups(&mut self, list: &mut Vec<Decoration>) -> Vec<usize> {
        let (mut numbers, mut late) = (Vec::new(), Vec::<&Decoration>::new());
        let kinds: FxHashSet<u32> = list.iter().filter(|d| d.late).map(|d| d.decoration.value).collect();
        let mut groups: Vec<(usize, &Group)> = self.groups[..self.listed_groups].iter().enumerate().collect();
        groups.sort_by_key(|(_, group)| Reverse(group.decorations.len()));
        for (number, group) in groups {
            let is_open = |d: &&Decoration| !d.late || !late.iter().any(|taken| taken.equals(d));
            let open: Vec<&Decoration> = group.decorations.iter().filter(is_open).collect();
            if !open.is_empty() && take(list, &open) {
                late.extend(open.iter().filter(|d| d.late));
                numbers.push(number);
            }
        }
        let (left, mut own): (Vec<_>, Vec<_>) = std::mem::take(list).into_iter().partition(|d| d.late);
        // Of several of one kind the dictionary's entry may be a late one or not: the order may not tell which.
        own.sort_by_key(|d| {
            let kind = d.decoration.value;
            kinds.contains(&kind).then_some(kind)
        });
        *list = own;
        numbers.extend(self.late_group(left));
        numbers
    }

    /// The group of these late decorations.
    fn late_group(&mut self, list: Vec<Decoration>) -> Option<usize> {
        let key = decorations::to_dict(self.ctx, &list, Vec::new())?;
        let number = self.groups.len();
        let found = *self.late_groups.entry(key).or_insert(number);
        if found == number {
            self.groups.push(Group::new(None, list));
        }
        Some(found)
    }

    /// Notes a member of a struct as target of groups.
    pub(super) fn group_member(&mut self, groups: &[usize], id: u32, member: u32) {
        for &group in groups {
            self.groups[group].members.extend([id, member]);
        }
    }

    /// The id of a group that an instruction names.
    pub(super) fn named_group(&mut self, group: Attribute) -> u32 {
        if let Some(&id) = self.named_groups.get(&group) {
            return id;
        }
        let id = self.fresh();
        self.named_groups.insert(group, id);
        id
    }

    /// Writes the groups that instructions name, without targets.
    fn write_named_groups(&mut self) -> Step<()> {
        let ctx = self.ctx;
        let mut named: Vec<(Attribute, u32)> = std::mem::take(&mut self.named_groups).into_iter().collect();
        named.sort_unstable_by_key(|(_, id)| *id);
        for (group, id) in named {
            let Some((_, &[_, dict])) = view(ctx, group) else {
                return Err(self.error("`#spv.decoration_group` without a number and decorations"));
            };
            if let Some(names) = ctx.dict_get(Some(dict), OP_NAME) {
                self.names(id, ctx.attr_array(names).unwrap_or(std::slice::from_ref(&names)))?;
            }
            let mut out = Vec::new();
            let mut decorations = self.decorations(dict)?;
            decorations::remove_repeated(&mut decorations);
            for d in decorations {
                self.decoration(&d, None, &mut out)?;
            }
            super::annotate::set_targets(&mut out, id);
            words::put(&mut out, op::DECORATION_GROUP, &[id]);
            self.section(Section::Annotations).append(&mut out);
        }
        self.write_pending()
    }

    /// Writes the groups that have targets, and those that are named.
    pub(super) fn write_groups(&mut self) -> Step<()> {
        self.write_named_groups()?;
        let mut list: Vec<[Vec<u32>; 2]> = Vec::new();
        // What the decorations name may be written for them, and be the target of a further group.
        while let Some(group) = self.groups.get(list.len()) {
            let mut out = [Vec::new(), Vec::new()];
            for d in group.decorations.clone() {
                self.decoration(&d, None, &mut out[usize::from(d.late)])?;
            }
            list.push(out);
            self.write_pending()?;
        }
        for (group, [mut early, mut late]) in std::mem::take(&mut self.groups).into_iter().zip(list) {
            if group.targets.is_empty() && group.members.is_empty() {
                continue;
            }
            let id = self.fresh();
            if let Some(names) = group.names {
                self.names(id, self.ctx.attr_array(names).unwrap_or(std::slice::from_ref(&names)))?;
            }
            super::annotate::set_targets(&mut early, id);
            super::annotate::set_targets(&mut late, id);
            let out = self.section(Section::Annotations);
            out.append(&mut early);
            words::put(out, op::DECORATION_GROUP, &[id]);
            // The longest instruction holds 65,533 targets, or half as many members.
            for (opcode, targets) in
                [(op::GROUP_DECORATE, &group.targets), (op::GROUP_MEMBER_DECORATE, &group.members)]
            {
                for part in targets.chunks((words::MAX_WORDS - 2) & !1) {
                    words::put(out, opcode, &[&[id], part].concat());
                }
            }
            out.append(&mut late);
        }
        Ok(())
    }
}

/// Takes all of `part` out of `list` if all of it is there, and what is equal to that, but for what may repeat and what is
/// late. What is late in one is late in the other.
fn take(list: &mut Vec<Decoration>, part: &[&Decoration]) -> bool {
    let mut places: Vec<usize> = Vec::with_capacity(part.len());
    for wanted in part {
        let at = list
            .iter()
            .enumerate()
            .position(|(i, d)| d.late == wanted.late && d.equals(wanted) && !places.contains(&i));
        match at {
            Some(at) => places.push(at),
            None => return false,
        }
    }
    places.sort_unstable();
    places.iter().rev().for_each(|&at| _ = list.remove(at));
    list.retain(|d| d.late || d.may_repeat() || !part.iter().any(|taken| !taken.late && taken.equals(d)));
    true
}
