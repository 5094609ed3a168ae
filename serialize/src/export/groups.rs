//! Export of decoration groups
//!
//! In the IR, each target has its own decorations, and a module attribute lists the binary's groups as dictionaries.
//! A target that has all decorations of a group is exported as a target of that group. Groups thus survive passes
//! that change decorations of their targets.

use super::{ExportResult, Exporter, Section, words};
use rustc_hash::FxHashSet;
use spv_dialect::attributes::view;
use spv_dialect::decorations::{self, Decoration, MAX_GROUPS, OP_NAME};
use spv_dialect::generated::opcodes as op;
use spv_ir::Attribute;
use std::cmp::Reverse;

/// Maximum number of decorations in a group. Larger groups are not preserved.
const MAX_DECORATIONS: usize = 16;

/// A decoration group that is listed in the module or required by late decorations.
pub struct Group {
    /// The `OpName` string of the group, or an array of strings.
    names: Option<Attribute>,
    decorations: Vec<Decoration>,
    /// Ids of the targets.
    targets: Vec<u32>,
    /// Alternating struct ids and member indices.
    members: Vec<u32>,
}

impl Group {
    fn new(names: Option<Attribute>, decorations: Vec<Decoration>) -> Group {
        Group { names, decorations, targets: Vec::new(), members: Vec::new() }
    }

    /// Adds a target to the group.
    pub(super) fn target(&mut self, id: u32) {
        self.targets.push(id);
    }
}

impl Exporter<'_> {
    /// Reads the module's `decoration_groups` attribute.
    pub(super) fn read_groups(&mut self, list: Option<Attribute>) -> ExportResult<()> {
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

    /// Removes from `list` the decorations that groups provide, and returns the indices of these groups.
    ///
    /// Tries larger groups first, because applying a smaller group could leave a larger one incomplete. Late
    /// decorations (those that follow OpGroupDecorate) are matched by one group only. Late decorations that match no
    /// listed group receive a new group.
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
        // Sorts decorations of the same name, so that the result does not depend on which one has its own dictionary
        // key.
        own.sort_by_key(|d| {
            let kind = d.decoration.value;
            kinds.contains(&kind).then_some(kind)
        });
        *list = own;
        numbers.extend(self.late_group(left));
        numbers
    }

    /// Returns the index of the group with exactly these late decorations; creates the group if needed. Returns
    /// `None` if `list` has no dictionary form.
    fn late_group(&mut self, list: Vec<Decoration>) -> Option<usize> {
        let key = decorations::to_dict(self.ctx, &list, Vec::new())?;
        let number = self.groups.len();
        let found = *self.late_groups.entry(key).or_insert(number);
        if found == number {
            self.groups.push(Group::new(None, list));
        }
        Some(found)
    }

    /// Adds a struct member as a target of several groups.
    pub(super) fn group_member(&mut self, groups: &[usize], id: u32, member: u32) {
        for &group in groups {
            self.groups[group].members.extend([id, member]);
        }
    }

    /// Returns the id of a decoration group that an instruction references.
    pub(super) fn named_group(&mut self, group: Attribute) -> u32 {
        if let Some(&id) = self.named_groups.get(&group) {
            return id;
        }
        let id = self.fresh();
        self.named_groups.insert(group, id);
        id
    }

    /// Writes an OpDecorationGroup without targets for each group that an instruction references.
    fn write_named_groups(&mut self) -> ExportResult<()> {
        let ctx = self.ctx;
        let mut named: Vec<(Attribute, u32)> = std::mem::take(&mut self.named_groups).into_iter().collect();
        named.sort_unstable_by_key(|(_, id)| *id);
        for (group, id) in named {
            let Some((_, &[_, dict])) = view(ctx, group) else {
                return Err(self.error("`#spv.decoration_group` must have a number and decorations"));
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

    /// Writes the referenced groups and the groups that have targets.
    pub(super) fn write_groups(&mut self) -> ExportResult<()> {
        self.write_named_groups()?;
        let mut list: Vec<[Vec<u32>; 2]> = Vec::new();
        // Writing a decoration's operands may add targets to further groups.
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
            // An instruction has at most 65,535 words, so long target lists are split.
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

/// Removes the decorations in `part` and their non-repeatable duplicates from `list`, if `list` contains all of
/// `part`. Late decorations match only late decorations. Returns whether they were removed.
fn take(list: &mut Vec<Decoration>, part: &[&Decoration]) -> bool {
    let mut indices: Vec<usize> = Vec::with_capacity(part.len());
    for wanted in part {
        let at = list
            .iter()
            .enumerate()
            .position(|(i, d)| d.late == wanted.late && d.equals(wanted) && !indices.contains(&i));
        match at {
            Some(at) => indices.push(at),
            None => return false,
        }
    }
    indices.sort_unstable();
    indices.iter().rev().for_each(|&at| _ = list.remove(at));
    list.retain(|d| d.late || d.may_repeat() || !part.iter().any(|taken| !taken.late && taken.equals(d)));
    true
}
