//! Import of OpType instructions as types

use super::Importer;
use super::ids::IdDefinition;
use super::reader::{HEADER, ImportResult, Inst, inst};
use super::recursion::recursive;
use spv_dialect::generated::opcodes as op;
use spv_dialect::{decorations, types};
use spv_ir::dialect::{Arity, ParamDefId, ParamKind};
use spv_ir::names::name_of;
use spv_ir::{AttrData, Attribute, Diagnostic, FloatKind, Ident, Signedness, Type, TypeData};

/// Maximum nesting depth of types that are resolved before their declaration.
const MAX_AHEAD: u32 = 256;

/// The names of a struct's members.
struct MemberNames {
    /// The first name of each member.
    names: Vec<Option<String>>,
    /// Additional names, each with the index of the member.
    further: Vec<(u32, String)>,
}

impl Importer<'_> {
    /// Returns the type whose id is at word `word`, and marks it as used.
    #[inline]
    pub(super) fn type_at(&self, i: &Inst<'_>, word: usize) -> ImportResult<Type> {
        let ty = self.type_of(i, word)?;
        self.ids.mark_used(i.words[word]);
        Ok(ty)
    }

    /// Returns the type whose id is at word `word`, without marking it as used. References in types and constants
    /// count only if those are used themselves.
    #[inline]
    pub(super) fn type_of(&self, i: &Inst<'_>, word: usize) -> ImportResult<Type> {
        let id = self.ids.check(i, word)?;
        match self.ids.what(id) {
            IdDefinition::Type(ty) => Ok(ty),
            _ => Err(self.no_type(i, word, id)),
        }
    }

    /// Returns the type whose id is at word `word`, which may be a function type.
    pub(super) fn type_or_signature(&self, i: &Inst<'_>, word: usize) -> ImportResult<Type> {
        let id = self.ids.check(i, word)?;
        match self.ids.what(id) {
            IdDefinition::Signature(ty) => {
                self.ids.mark_used(id);
                Ok(ty)
            }
            _ => self.type_at(i, word),
        }
    }

    #[cold]
    fn no_type(&self, i: &Inst<'_>, word: usize, id: u32) -> Box<Diagnostic> {
        i.error_at(word, format!("expected the id of a type, found %{id}{}", self.describe(id)))
    }

    /// Returns the type whose id is at word `word`. Forward pointers may reference types that are declared afterwards;
    /// `depth` is the nesting depth of these types.
    fn type_ahead(&mut self, i: &Inst<'_>, word: usize, depth: u32) -> ImportResult<Type> {
        let id = self.ids.check(i, word)?;
        match self.ids.what(id) {
            IdDefinition::Type(ty) => return Ok(ty),
            IdDefinition::Signature(ty) if i.opcode == op::TYPE_POINTER => return Ok(ty),
            _ => {}
        }
        if let Some(&ty) = self.nominal.get(&id) {
            return Ok(ty);
        }
        let def = self.ids.info(id).def as usize;
        if def == 0 || depth > MAX_AHEAD {
            return self.type_of(i, word);
        }
        let words = self.words;
        let d = inst(words, def)?;
        match d.opcode {
            op::TYPE_STRUCT => self.nominal_struct(id),
            op::TYPE_POINTER | op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY => self.declare_type(&d, depth + 1),
            _ => self.type_of(i, word),
        }
    }

    /// Returns the nominal type for a struct id. The members of a new type are not yet set.
    fn nominal_struct(&mut self, id: u32) -> ImportResult<Type> {
        if let Some(&ty) = self.nominal.get(&id) {
            return Ok(ty);
        }
        let (def, key) = self.struct_key(id)?;
        let ty = match self.own_structs {
            true => self.ctx.claim_named(def, key),
            false => self.ctx.named_type(def, key),
        };
        self.nominal.insert(id, ty);
        Ok(ty)
    }

    /// Returns the definition and the key of a nominal struct type.
    fn struct_key(&mut self, id: u32) -> ImportResult<(ParamDefId, Ident)> {
        let names = self.ids.names(self.words, id)?;
        let key = self.struct_keys.make(names.first().map(String::as_str));
        let def = types::type_def(self.ctx.registry(), op::TYPE_STRUCT);
        let def = def.ok_or_else(|| Box::new(super::not_registered()))?;
        Ok((def, self.ctx.ident(&key)))
    }

    /// Returns the nominal type for a struct with known members. Reuses a type of the same name from another module
    /// only if the members are the same.
    fn named_struct(&mut self, id: u32, params: &[Attribute]) -> ImportResult<Type> {
        let (def, key) = self.struct_key(id)?;
        let mut ty = self.ctx.named_type_with(def, key, params);
        let seen = self.type_counts.entry(ty).or_insert(0);
        *seen += 1;
        if *seen > 1 {
            ty = self.ctx.fresh_named(ty);
            self.ctx.set_named_params(ty, params);
        }
        self.nominal.insert(id, ty);
        Ok(ty)
    }

    /// Checks that an OpTypeForwardPointer refers to an OpTypePointer with the same storage class.
    fn check_forward_pointer(&self, i: &Inst<'_>, id: u32) -> ImportResult<()> {
        let class = i.word(2)?;
        let def = self.ids.info(id).def as usize;
        if def == 0 {
            return Err(i.error(format!("the forward pointer %{id} is never defined")));
        }
        let d = inst(self.words, def)?;
        if d.opcode != op::TYPE_POINTER {
            return Err(i.error_at(1, format!("expected an OpTypePointer, found %{id}{}", self.describe(id))));
        }
        if d.word(2)? != class {
            let message =
                format!("the storage class differs from that of the pointer declared at word {def}");
            return Err(i.error_at(2, message));
        }
        Ok(())
    }

    /// Determines which structs are nominal: recursive structs, and structs reached through forward pointers. Structs
    /// with names are always nominal.
    pub(super) fn find_nominal(&mut self) -> ImportResult<()> {
        if self.ids.forward_pointers.is_empty() {
            return Ok(());
        }
        self.nominal_ids = recursive(self.words, HEADER)?;
        for &offset in &self.ids.forward_pointers {
            let i = self.inst(offset as usize)?;
            let announced = self.announced_struct(self.ids.check(&i, 1)?)?;
            self.nominal_ids.extend(announced);
        }
        Ok(())
    }

    /// Returns the id of the struct that a forward pointer leads to through pointers and arrays, if any.
    fn announced_struct(&self, mut id: u32) -> ImportResult<Option<u32>> {
        for _ in 0..MAX_AHEAD {
            let def = self.ids.info(id).def as usize;
            if def == 0 {
                // The error is reported for the declaration that references the undefined id.
                break;
            }
            let d = inst(self.words, def)?;
            id = match d.opcode {
                op::TYPE_STRUCT => return Ok(Some(id)),
                op::TYPE_POINTER => self.ids.check(&d, 3)?,
                op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY => self.ids.check(&d, 2)?,
                _ => break,
            };
        }
        Ok(None)
    }

    /// Reads an OpTypeForwardPointer. Creates the nominal type for the struct that it leads to.
    pub(super) fn forward_pointer(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let id = self.ids.check(i, 1)?;
        self.check_forward_pointer(i, id)?;
        if let Some(id) = self.announced_struct(id)? {
            self.nominal_struct(id)?;
        }
        Ok(())
    }

    /// Declares the type that an OpType instruction defines, unless already declared, and returns it.
    pub(super) fn declare_type(&mut self, i: &Inst<'_>, depth: u32) -> ImportResult<Type> {
        let id = self.ids.check(i, 1)?;
        if let IdDefinition::Type(ty) | IdDefinition::Signature(ty) = self.ids.what(id) {
            return Ok(ty);
        }
        let ctx = self.ctx;
        let builtin = match i.opcode {
            op::TYPE_VOID => Some(ctx.common().none),
            op::TYPE_BOOL => Some(ctx.common().i1),
            op::TYPE_INT => Some(self.int_type(i)?),
            op::TYPE_FLOAT => self.float_type(i)?,
            op::TYPE_VECTOR => {
                let element = self.type_ahead(i, 2, depth)?;
                Some(ctx.vector_type(i.word(3)?.into(), element))
            }
            op::TYPE_FUNCTION => {
                let result = self.type_ahead(i, 2, depth)?;
                let inputs: Vec<Type> =
                    (3..i.words.len()).map(|w| self.type_ahead(i, w, depth)).collect::<ImportResult<_>>()?;
                let results = if result == ctx.common().none { &[][..] } else { &[result] };
                Some(ctx.function_type(&inputs, results))
            }
            _ => None,
        };
        let ty = match builtin {
            Some(ty) => ty,
            None if i.opcode == op::TYPE_STRUCT => self.struct_type(i, id, depth)?,
            None => {
                let ty = self.param_type(i, id, depth)?;
                self.distinct(ty)
            }
        };
        let words = match i.opcode {
            op::TYPE_VOID | op::TYPE_BOOL => 2,
            op::TYPE_INT | op::TYPE_VECTOR => 4,
            _ => i.words.len(),
        };
        if words < i.words.len() {
            return Err(i.words_left(words));
        }
        if let Some(problem) = spv_dialect::verify::type_problem(ctx, ty) {
            return Err(i.error(problem));
        }
        let signature = i.opcode == op::TYPE_FUNCTION;
        self.ids.set(id, if signature { IdDefinition::Signature(ty) } else { IdDefinition::Type(ty) });
        self.note_type(id, ty, builtin.is_some())?;
        Ok(ty)
    }

    /// Checks the structs that are referenced before their declaration.
    pub(super) fn check_nominal(&self) -> ImportResult<()> {
        let mut list: Vec<(u32, Type)> = self.nominal.iter().map(|(id, ty)| (*id, *ty)).collect();
        list.sort_unstable_by_key(|(id, _)| *id);
        for (id, ty) in list {
            if let Some(problem) = spv_dialect::verify::type_problem(self.ctx, ty) {
                return Err(self.inst(self.ids.info(id).def as usize)?.error(problem));
            }
        }
        Ok(())
    }

    /// Returns a distinct type for each repeated declaration of the same dialect type.
    fn distinct(&mut self, ty: Type) -> Type {
        let TypeData::Param { def, params, .. } = self.ctx.type_data(ty) else { return ty };
        let seen = self.type_counts.entry(ty).or_insert(0);
        let number = *seen;
        *seen += 1;
        if number == 0 { ty } else { self.ctx.param_type(*def, params, number) }
    }

    /// Records the names of a type, and the decorations of a builtin type, as attributes of the module.
    fn note_type(&mut self, id: u32, ty: Type, builtin: bool) -> ImportResult<()> {
        if self.ids.notes.is_plain(id) {
            return Ok(());
        }
        let ctx = self.ctx;
        let names = self.ids.names(self.words, id)?;
        let carried = match ctx.type_data(ty) {
            TypeData::Named { key, .. } => name_of(ctx.str(*key)),
            _ => None,
        };
        let given: Vec<&str> = names.iter().map(String::as_str).collect();
        if given != carried.as_slice() {
            let mut items = vec![ctx.type_attr(ty)];
            items.extend(given.iter().map(|n| ctx.string_attr(n)));
            self.type_names.push(ctx.array_attr(&items));
        }
        if builtin && let Some(dict) = self.own_decorations(id)? {
            self.type_decorations.push(ctx.array_attr(&[ctx.type_attr(ty), dict]));
        }
        Ok(())
    }

    fn int_type(&self, i: &Inst<'_>) -> ImportResult<Type> {
        let (width, sign) = (i.word(2)?, i.word(3)?);
        if width == 0 || width > 1 << 16 {
            return Err(i.error_at(2, format!("integer types of {width} bits are not supported")));
        }
        if sign > 1 {
            return Err(i.error_at(3, format!("the signedness must be 0 or 1, not {sign}")));
        }
        let signedness = if sign == 0 { Signedness::Signless } else { Signedness::Signed };
        // `i1` is OpTypeBool, so a one-bit integer needs explicit signedness.
        let signedness = if width == 1 && sign == 0 { Signedness::Unsigned } else { signedness };
        Ok(self.ctx.int_type(width, signedness))
    }

    fn float_type(&self, i: &Inst<'_>) -> ImportResult<Option<Type>> {
        use spv_dialect::generated::values::fp_encoding as e;
        let kind = match (i.word(2)?, i.words.get(3).copied()) {
            (16, None) => FloatKind::F16,
            (32, None) => FloatKind::F32,
            (64, None) => FloatKind::F64,
            (16, Some(e::B_FLOAT16_KHR)) => FloatKind::BF16,
            (8, Some(e::FLOAT8E4M3_EXT)) => FloatKind::F8E4M3FN,
            (8, Some(e::FLOAT8E5M2_EXT)) => FloatKind::F8E5M2,
            _ => return Ok(None),
        };
        Ok(Some(self.ctx.float_type(kind)))
    }

    fn struct_type(&mut self, i: &Inst<'_>, id: u32, depth: u32) -> ImportResult<Type> {
        let named = self.ids.names(self.words, id)?.first().is_some_and(|n| !n.is_empty());
        // Creates the nominal type before the members, because they may point back to it.
        let nominal = match self.nominal_ids.contains(&id) || self.nominal.contains_key(&id) {
            true => Some(self.nominal_struct(id)?),
            false => None,
        };
        let mut members: Vec<Type> =
            (2..i.words.len()).map(|w| self.type_ahead(i, w, depth)).collect::<ImportResult<_>>()?;
        let mut offset = i.offset + i.words.len();
        while offset < self.words.len() {
            let next = inst(self.words, offset)?;
            if next.opcode != op::TYPE_STRUCT_CONTINUED_INTEL {
                break;
            }
            for w in 1..next.words.len() {
                members.push(self.type_ahead(&next, w, depth)?);
            }
            offset += next.words.len();
        }
        // Resolving a member may have created the nominal type.
        let nominal = nominal.or_else(|| self.nominal.get(&id).copied());
        self.declare_operands_of_members(id)?;
        let ctx = self.ctx;
        let of_struct = self.own_decorations(id)?;
        let of_members = self.member_decorations(id, members.len())?;
        let MemberNames { names, further } = self.names_of_members(id, members.len())?;
        let names: Vec<Option<&str>> = names.iter().map(Option::as_deref).collect();
        let params = types::struct_params(ctx, of_struct, &members, &of_members, &names);
        let ty = match nominal {
            Some(ty) => {
                let fits = match ctx.type_data(ty) {
                    TypeData::Named { def, key, .. } if !self.own_structs => {
                        ctx.named_type_with(*def, *key, &params) == ty
                    }
                    _ => ctx.set_named_params(ty, &params),
                };
                if !fits {
                    self.struct_taken = true;
                    return Err(i.error("the context has a struct of this name with other members"));
                }
                ty
            }
            None if named => self.named_struct(id, &params)?,
            None => {
                let def = types::type_def(ctx.registry(), op::TYPE_STRUCT);
                let def = def.ok_or_else(|| Box::new(super::not_registered()))?;
                self.distinct(ctx.param_type(def, &params, 0))
            }
        };
        if !further.is_empty() {
            let names = further.iter().flat_map(|(m, name)| [ctx.i32_attr(*m), ctx.string_attr(name)]);
            let items: Vec<Attribute> = std::iter::once(ctx.type_attr(ty)).chain(names).collect();
            self.member_names.push(ctx.array_attr(&items));
        }
        Ok(ty)
    }

    /// Returns the decorations of each of the `count` members of a struct.
    fn member_decorations(&mut self, id: u32, count: usize) -> ImportResult<Vec<Option<Attribute>>> {
        let mut lists: Vec<Vec<decorations::Decoration>> = vec![Vec::new(); count];
        for (member, offset) in self.ids.member_decorations.get(&id).cloned().unwrap_or_default() {
            let d = inst(self.words, offset as usize)?;
            match lists.get_mut(member as usize) {
                Some(list) => list.push(self.decoration(&d, if is_member(d.opcode) { 3 } else { 2 })?),
                // `Self::decorations_of_no_members` handles this decoration.
                None if d.opcode == op::MEMBER_DECORATE_STRING => {}
                None => return Err(d.error(format!("%{id} has no member {member}"))),
            }
        }
        Ok(lists.iter().map(|list| decorations::to_dict(self.ctx, list, Vec::new())).collect())
    }

    /// Returns the names of the `count` members of a struct.
    fn names_of_members(&self, id: u32, count: usize) -> ImportResult<MemberNames> {
        let mut names: Vec<Option<String>> = vec![None; count];
        let mut further = Vec::new();
        for &offset in self.ids.member_names.get(&id).map_or(&[][..], |v| v) {
            let d = inst(self.words, offset as usize)?;
            let member = d.word(2)?;
            let Some(slot) = names.get_mut(member as usize) else {
                return Err(d.error(format!("%{id} has no member {member}")));
            };
            let name = d.string(3)?.0;
            match slot {
                Some(_) => further.push((member, name)),
                None => *slot = Some(name),
            }
        }
        Ok(MemberNames { names, further })
    }

    /// Reads an OpType instruction without special treatment, as its grammar entry specifies.
    fn param_type(&mut self, i: &Inst<'_>, id: u32, depth: u32) -> ImportResult<Type> {
        let ctx = self.ctx;
        let row = self.opcodes.row(i.opcode).map(|r| &spv_dialect::generated::ops::CORE[r]);
        let row = row.ok_or_else(|| i.error("unknown type"))?;
        let mut items = Vec::new();
        let mut word = 2;
        for param in row.params {
            if word >= i.words.len() && param.arity != Arity::One {
                continue;
            }
            let times = if param.arity == Arity::Variadic { i.words.len() - word } else { 1 };
            for _ in 0..times {
                items.push(match param.kind {
                    ParamKind::Type => {
                        let ty = self.type_ahead(i, word, depth)?;
                        ctx.type_attr(ty)
                    }
                    ParamKind::String => {
                        let (text, next) = i.string(word)?;
                        word = next - 1;
                        ctx.string_attr(&text)
                    }
                    ParamKind::Word | ParamKind::Enum(_) => ctx.i32_attr(i.word(word)?),
                    _ => self.id_attr(i, word)?,
                });
                word += 1;
            }
        }
        if word < i.words.len() {
            return Err(i.words_left(word));
        }
        let dict = self.own_decorations(id)?;
        types::make(ctx, i.opcode, dict, &items).ok_or_else(|| i.error("not a type of the dialect"))
    }

    /// Returns the dictionary of a type's decorations, or `None` if it is empty. Decorations with operands that are
    /// declared after the type are left to [`Self::late_decorations`].
    fn own_decorations(&mut self, id: u32) -> ImportResult<Option<Attribute>> {
        if !self.ids.notes.is_decorated(id) {
            return Ok(None);
        }
        let (mut ready, mut late) = (Vec::new(), Vec::new());
        for offset in self.ids.notes.decorations(id) {
            let list = if self.declare_operands(offset)? { &mut ready } else { &mut late };
            list.push(offset);
        }
        if !late.is_empty() {
            self.late_decorations.push((id, late));
        }
        self.dict_of(ready, Vec::new())
    }

    fn declare_operands_of_members(&mut self, id: u32) -> ImportResult<()> {
        let members = self.ids.member_decorations.get(&id).map_or(&[][..], |v| v);
        let offsets: Vec<usize> = members.iter().map(|&(_, offset)| offset as usize).collect();
        offsets.into_iter().try_for_each(|offset| self.declare_operands(offset).map(|_| ()))
    }

    /// Declares the constants that a decoration references. Returns whether all operands of the decoration are then
    /// declared.
    fn declare_operands(&mut self, offset: usize) -> ImportResult<bool> {
        let words = self.words;
        let d = inst(words, offset)?;
        let first = if is_member(d.opcode) { 3 } else { 2 };
        let decoration = spv_dialect::generated::enums::DECORATION.by_value(d.word(first)?);
        if !decoration.is_some_and(|decoration| decoration.params.iter().any(decorations::is_id)) {
            return Ok(true);
        }
        let mut known = true;
        for word in first + 1..d.words.len() {
            let operand = self.ids.check(&d, word)?;
            let info = self.ids.info(operand);
            if info.what == IdDefinition::Unknown && info.def != 0 {
                let def = inst(words, info.def as usize)?;
                known &= super::opcodes::is_constant(def.opcode) && self.declare_ahead(&def)?;
            }
        }
        Ok(known)
    }

    /// Declares a constant ahead of its position, if it requires no type other than a scalar type. Returns whether it
    /// was declared.
    fn declare_ahead(&mut self, constant: &Inst<'_>) -> ImportResult<bool> {
        let ty = self.ids.check(constant, 1)?;
        let info = self.ids.info(ty);
        if info.what == IdDefinition::Unknown && info.def != 0 {
            let def = inst(self.words, info.def as usize)?;
            if !matches!(def.opcode, op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT)
                || self.ids.notes.is_decorated(ty)
            {
                return Ok(false);
            }
            self.declare_type(&def, 1)?;
        }
        // Errors are reported when the constant itself is read.
        Ok(self.declare_constant(constant).is_ok())
    }

    /// Records decorations with operands that are declared after the decorated type. They become an attribute of the
    /// module.
    pub(super) fn late_decorations(&mut self) -> ImportResult<()> {
        for (id, offsets) in std::mem::take(&mut self.late_decorations) {
            let (IdDefinition::Type(ty) | IdDefinition::Signature(ty)) = self.ids.what(id) else { continue };
            if let Some(dict) = self.dict_of(offsets, Vec::new())? {
                let items = [self.ctx.type_attr(ty), dict];
                self.type_decorations.push(self.ctx.array_attr(&items));
            }
        }
        Ok(())
    }

    /// Returns decorations of member indices that the target lacks, because it is not a struct or has fewer members.
    /// They become an attribute of the module.
    pub(super) fn decorations_of_no_members(&self) -> ImportResult<Vec<Attribute>> {
        let mut targets: Vec<Vec<(u32, u32)>> = Vec::new();
        for (&id, list) in &self.ids.member_decorations {
            let parts = match self.ids.what(id) {
                IdDefinition::Type(ty) => types::structure(self.ctx, ty),
                _ => None,
            };
            let members = parts.map_or(0, |parts| parts.members.len());
            let list: Vec<_> =
                list.iter().filter(|(member, _)| *member as usize >= members).copied().collect();
            // Decoration groups without decorations leave the list empty.
            if !list.is_empty() {
                targets.push(list);
            }
        }
        targets.sort_unstable_by_key(|list| list[0].1);
        let mut entries = Vec::new();
        for list in targets {
            let first = inst(self.words, list[0].1 as usize)?;
            let mut members: Vec<u32> = list.iter().map(|(member, _)| *member).collect();
            members.sort_unstable();
            members.dedup();
            let mut items = vec![self.id_attr(&first, 1)?];
            for member in members {
                let own = list.iter().filter(|(number, _)| *number == member);
                let dict = self.dict_of(own.map(|(_, offset)| *offset as usize).collect(), Vec::new())?;
                items.extend([self.ctx.i32_attr(member), dict.unwrap_or_else(|| self.ctx.dict_attr(vec![]))]);
            }
            entries.push(self.ctx.array_attr(&items));
        }
        Ok(entries)
    }

    /// Returns the dictionary of an id's decorations and the entries in `extra`, or `None` if there are neither.
    pub(super) fn decorations_with(
        &self,
        id: u32,
        extra: Vec<(spv_ir::Ident, Attribute)>,
    ) -> ImportResult<Option<Attribute>> {
        if !self.ids.notes.is_decorated(id) && extra.is_empty() {
            return Ok(None);
        }
        self.dict_of(self.ids.notes.decorations(id), extra)
    }

    /// Returns the dictionary of the decorations at the given word offsets and the entries in `extra`, or `None` if it
    /// is empty.
    pub(super) fn dict_of(
        &self,
        offsets: Vec<usize>,
        extra: Vec<(spv_ir::Ident, Attribute)>,
    ) -> ImportResult<Option<Attribute>> {
        let list: Vec<decorations::Decoration> = offsets
            .into_iter()
            .map(|offset| {
                let d = inst(self.words, offset)?;
                self.decoration(&d, if is_member(d.opcode) { 3 } else { 2 })
            })
            .collect::<ImportResult<_>>()?;
        Ok(decorations::to_dict(self.ctx, &list, extra))
    }

    /// Reads the decoration that begins at word `first` of an instruction.
    fn decoration(&self, d: &Inst<'_>, first: usize) -> ImportResult<decorations::Decoration> {
        use decorations::Operand;
        let value = d.word(first)?;
        let known = spv_dialect::generated::enums::DECORATION.by_value(value);
        let decoration = known.ok_or_else(|| {
            d.error_at(first, format!("unknown decoration {value}: its id operands cannot be determined"))
        })?;
        if !decorations::suits(d.opcode, decoration) {
            let name = decoration.name;
            return Err(d.error_at(first, format!("{name} takes literals: use OpDecorate")));
        }
        let (least, most) = decorations::operand_counts(decoration);
        let mut operands = Vec::new();
        let mut word = first + 1;
        while word < d.words.len() {
            let param = decorations::param_of(decoration, operands.len()).filter(|_| operands.len() < most);
            let Some(param) = param else { return Err(d.words_left(word)) };
            operands.push(match param.kind {
                ParamKind::String => {
                    let (text, next) = d.string(word)?;
                    word = next - 1;
                    Operand::String(text)
                }
                ParamKind::Mixed | ParamKind::Value | ParamKind::ConstEnum(_) => {
                    Operand::Id(self.id_attr(d, word)?)
                }
                _ => Operand::Word(d.word(word)?),
            });
            word += 1;
        }
        if operands.len() < least {
            let (name, found) = (decoration.name, operands.len());
            return Err(d.error(format!("{name} has too few operands: expected {least}, found {found}")));
        }
        let late = self.ids.late_group_decorations.contains(&d.offset);
        Ok(decorations::Decoration { opcode: d.opcode, decoration, operands, late })
    }

    /// Returns a phrase that describes the entity with id `id`, for messages: `, which is ...`.
    pub(super) fn describe(&self, id: u32) -> String {
        let def = self.ids.info(id).def as usize;
        match (def, inst(self.words, def.max(super::reader::HEADER))) {
            (0, _) | (_, Err(_)) => ", which is not defined".into(),
            (_, Ok(d)) => format!(
                ", which is defined by {} at word {def}",
                super::reader::instruction_name(d.opcode).replacen("spv.", "Op", 1)
            ),
        }
    }

    /// Returns the bits of an integer, float or bool attribute; `None` for other attributes.
    pub(super) fn scalar_bits(&self, attr: Attribute) -> Option<u64> {
        match self.ctx.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(*value),
            AttrData::Float { bits, .. } => Some(*bits),
            AttrData::Bool(b) => Some(u64::from(*b)),
            _ => None,
        }
    }
}

fn is_member(opcode: u32) -> bool {
    matches!(opcode, op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING | op::MEMBER_DECORATE_ID_EXT)
}
