//! Making ops by name: a convenience over [`spv_ir::Builder::create`], which takes positional slots.

use spv_ir::dialect::{ABSENT, Arity, OpDef, OpDefId, ParamKind, Traits};
use spv_ir::{
    AttrData, Attribute, Block, Body, Builder, Context, Diagnostic, Diagnostics, Ident, Location, NewOp, Op,
    Place, Type, Value,
};

/// An op to be made, by its full name and the names of its parameters. Whether it is complete and its
/// parts fit is for [`crate::verify`] to say.
///
/// ```
/// # use spv_opt::{OpSpec, ir::{At, Body, Builder}};
/// let ctx = spv_opt::context();
/// let f32 = ctx.common().f32;
/// let mut body = Body::default();
/// let root = body.root();
/// let mut b = Builder::new(&mut body);
/// b.at = At::End(b.append_block(root));
/// let one = spv_opt::parser::parse_attr("1.0 : f32", &ctx).expect("it is one");
/// let one = OpSpec::new(&ctx, "spv.Constant").set("value", one).result(f32).value(&mut b)?;
/// let two = OpSpec::new(&ctx, "spv.FAdd").operands(&[one, one]).result(f32).value(&mut b)?;
/// assert_eq!(body.value_type(two), f32);
/// # Ok::<(), spv_opt::Diagnostics>(())
/// ```
pub struct OpSpec<'c> {
    ctx: &'c Context,
    name: &'c str,
    def: Option<(OpDefId, &'c OpDef)>,
    operands: Vec<Value>,
    slots: Vec<u32>,
    results: Vec<Type>,
    attrs: Vec<(Ident, Attribute)>,
    successors: Vec<(Block, Vec<Value>)>,
    loc: Location,
    wrong: Diagnostics,
}

impl<'c> OpSpec<'c> {
    /// An op of this name, e.g. `spv.Load`, with nothing set.
    pub fn new(ctx: &'c Context, name: &'c str) -> OpSpec<'c> {
        let registry = ctx.registry();
        let def = registry.op_by_name(name).map(|id| (id, registry.op(id)));
        let mut wrong = Diagnostics::default();
        if def.is_none() {
            wrong.error(Place::None, format!("there is no op '{name}'"));
        }
        let mut slots = Vec::new();
        for param in def.iter().flat_map(|(_, def)| def.row.params) {
            let first = match param.kind {
                ParamKind::Enum(_) | ParamKind::ConstEnum(_) if param.arity != Arity::Variadic => ABSENT,
                _ => 0,
            };
            slots.extend([first, 0].into_iter().take(param.slots().into()));
        }
        OpSpec {
            ctx,
            name,
            def,
            operands: Vec::new(),
            slots,
            results: Vec::new(),
            attrs: Vec::new(),
            successors: Vec::new(),
            loc: Location::UNKNOWN,
            wrong,
        }
    }

    /// Appends SSA operands, in the order of the parameters.
    pub fn operands(mut self, values: &[Value]) -> Self {
        self.operands.extend_from_slice(values);
        self
    }

    /// Appends a result.
    pub fn result(mut self, ty: Type) -> Self {
        self.results.push(ty);
        self
    }

    /// Appends a successor with its arguments.
    pub fn successor(mut self, block: Block, args: &[Value]) -> Self {
        self.successors.push((block, args.to_vec()));
        self
    }

    /// Sets a parameter that is an attribute: a symbol, type, constant, string or list.
    pub fn set(mut self, param: &str, attr: Attribute) -> Self {
        self.put(param, 0, attr.raw());
        self
    }

    /// Sets a string parameter.
    pub fn string(self, param: &str, text: &str) -> Self {
        let attr = self.ctx.string_attr(text);
        self.set(param, attr)
    }

    /// Sets a parameter that is a symbol reference.
    pub fn symbol(self, param: &str, name: &str) -> Self {
        let attr = self.ctx.symbol_attr(self.ctx.ident(name));
        self.set(param, attr)
    }

    /// Sets a parameter that is one literal word.
    pub fn word(mut self, param: &str, word: u32) -> Self {
        self.put(param, 0, word);
        self
    }

    /// Sets a parameter that is a list of literal words.
    pub fn words(self, param: &str, words: &[u32]) -> Self {
        let attr = self.ctx.attr(AttrData::Words(words.into()));
        self.set(param, attr)
    }

    /// Sets an enumerant, or a set of bits with `|` between the names, and what belongs to it.
    pub fn enumerant(mut self, param: &str, text: &str, operands: &[Attribute]) -> Self {
        let kind = self.def.and_then(|(_, def)| def.param(param).map(|i| def.row.params[i].kind));
        let value = match kind {
            Some(ParamKind::Enum(def) | ParamKind::ConstEnum(def)) => {
                let value = spv_dialect::decorations::enum_value(def, text);
                if value.is_none() {
                    self.error(&format!("'{text}' is no {}", def.name));
                }
                value
            }
            _ => None,
        };
        self.put(param, 0, value.unwrap_or(ABSENT));
        if !operands.is_empty() {
            let list = self.ctx.array_attr(operands);
            self.put(param, 1, list.raw());
        }
        self
    }

    /// Adds a discardable attribute: a decoration, or anything else.
    pub fn attr(mut self, key: &str, attr: Attribute) -> Self {
        self.attrs.push((self.ctx.ident(key), attr));
        self
    }

    /// Sets the location.
    pub fn loc(mut self, loc: Location) -> Self {
        self.loc = loc;
        self
    }

    /// Creates the op at the insertion point of the builder. One that is isolated gets a body of one empty block.
    ///
    /// # Errors
    /// Names that do not exist.
    pub fn create(self, builder: &mut Builder) -> Result<Op, Diagnostics> {
        let Some((id, def)) = self.def.filter(|_| !self.wrong.has_errors()) else { return Err(self.wrong) };
        let successors: Vec<(Block, &[Value])> = self.successors.iter().map(|(b, v)| (*b, &v[..])).collect();
        let isolated = def.traits.contains(Traits::ISOLATED);
        let op = builder.create(NewOp {
            def: id,
            loc: self.loc,
            operands: &self.operands,
            slots: &self.slots,
            results: &self.results,
            attrs: (!self.attrs.is_empty()).then(|| self.ctx.dict_attr(self.attrs)),
            successors: &successors,
            regions: def.traits.contains(Traits::CONSTRUCT).into(),
            isolated,
        });
        if isolated {
            let mut body = Box::new(Body::default());
            let root = body.root();
            Builder::new(&mut body).append_block(root);
            builder.set_nested(op, Some(body));
        }
        Ok(op)
    }

    /// Makes the op as [`Self::create`] does, and returns its first result.
    ///
    /// # Errors
    /// As [`Self::create`]; also where no result was asked for.
    pub fn value(mut self, builder: &mut Builder) -> Result<Value, Diagnostics> {
        if self.results.is_empty() {
            self.error("has no result");
        }
        let op = self.create(builder)?;
        Ok(builder.result(op, 0))
    }

    /// Sets a slot of a parameter.
    fn put(&mut self, param: &str, offset: u8, raw: u32) {
        let Some((_, def)) = self.def else { return };
        match def.param(param) {
            Some(index) if def.row.params[index].slots() > offset => {
                self.slots[def.slot_of(index) + usize::from(offset)] = raw;
            }
            Some(_) => self.error(&format!("the parameter '{param}' is not of this kind")),
            None => self.error(&format!("there is no parameter '{param}'")),
        }
    }

    fn error(&mut self, message: &str) {
        self.wrong.push(Diagnostic::error(Place::Op(self.loc), format!("'{}' op: {message}", self.name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_names_are_reported() {
        let ctx = crate::context();
        let mut body = Body::default();
        let mut b = Builder::new(&mut body);
        let wrong = |spec: OpSpec, b: &mut Builder| match spec.value(b) {
            Ok(_) => panic!("expected errors"),
            Err(list) => list.list.into_iter().map(|d| d.message).collect::<Vec<_>>(),
        };
        assert_eq!(wrong(OpSpec::new(&ctx, "spv.Lode"), &mut b)[0], "there is no op 'spv.Lode'");
        let load = OpSpec::new(&ctx, "spv.Load").enumerant("memory_access", "Sometimes", &[]).word("size", 1);
        assert_eq!(
            wrong(load.word("pointer", 1), &mut b),
            [
                "'spv.Load' op: 'Sometimes' is no MemoryAccess",
                "'spv.Load' op: there is no parameter 'size'",
                "'spv.Load' op: the parameter 'pointer' is not of this kind",
                "'spv.Load' op: has no result",
            ]
        );
    }
}
