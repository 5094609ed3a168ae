//! Decoration of global variables (`decorate`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, ModulePass, PassInfo, SpvModule, Work};
use spv_dialect::generated::enums::DECORATION;
use spv_dialect::{decorations, spv};
use spv_ir::dialect::{Enumerant, ParamKind};
use spv_ir::symbols::name_of;
use spv_ir::{Body, Builder, Diagnostic, Diagnostics, Op, Place, SymbolTable, suggest, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Sets decorations of variables, for example binding and descriptor set numbers. Each decoration takes \
                  one integer or none: `image:Binding:3,image:DescriptorSet:2,data:NonWritable`. A decoration that the \
                  variable already has receives the new value.",
    before: "spv.GlobalVariable @image bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>",
    after: "spv.GlobalVariable @image bind(2, 3) : !spv.ptr<!spv.sampler, UniformConstant>",
    options: &[OptionInfo {
        name: "values",
        default: "",
        help: "comma-separated list of SYMBOL:DECORATION or SYMBOL:DECORATION:INTEGER",
    }],
    statistics: &[("set", "Decorations set")],
    ..PassInfo::new("decorate", "Set decorations of variables", ControlFlow::Any, |options| {
        let entries = options.text("values").split(',').map(str::trim).filter(|entry| !entry.is_empty());
        Ok(Work::module(Decorate { values: entries.map(NewValue::parse).collect::<Result<_, _>>()? }))
    })
};

struct Decorate {
    values: Vec<NewValue>,
}

/// A decoration to set, parsed from the pass option `values`.
struct NewValue {
    /// Name of the variable's symbol.
    symbol: String,
    /// Key of the decoration in the variable's dictionary.
    key: String,
    /// The operand; `None` for a decoration without operands.
    operand: Option<u32>,
}

impl NewValue {
    fn parse(entry: &str) -> Result<NewValue, String> {
        let malformed = || format!("'{entry}' is not SYMBOL:DECORATION or SYMBOL:DECORATION:INTEGER");
        let (rest, operand) = match entry.rsplit_once(':').ok_or_else(malformed)? {
            (rest, last) if rest.contains(':') => (rest, Some(last.parse().map_err(|_| malformed())?)),
            _ => (entry, None),
        };
        let (symbol, name) = rest.rsplit_once(':').ok_or_else(malformed)?;
        let key = decorations::snake_case(name);
        let decoration = decorations::by_key(&key).ok_or_else(|| {
            let known = DECORATION.names.iter().map(|(name, _)| *name);
            format!("'{name}' is not a decoration{}", advice(suggest(name, known)))
        })?;
        check_operand(decoration, operand)?;
        Ok(NewValue { symbol: symbol.trim_start_matches('@').to_owned(), key, operand })
    }
}

/// Returns an error if the decoration has no operand but one is given, or if its operand is missing.
fn check_operand(decoration: &Enumerant, operand: Option<u32>) -> Result<(), String> {
    let name = decoration.name;
    let takes_integer = match decoration.params {
        [] => false,
        [param] if matches!(param.kind, ParamKind::Word) => true,
        _ => return Err(format!("decoration '{name}' takes other operands than one integer")),
    };
    match (takes_integer, operand) {
        (false, Some(_)) => Err(format!("decoration '{name}' has no operand")),
        (true, None) => Err(format!("decoration '{name}' needs an integer")),
        _ => Ok(()),
    }
}

impl ModulePass for Decorate {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let ctx = module.ctx;
        let symbols = SymbolTable::new(ctx, module.body);
        let mut errors = Diagnostics::default();
        for value in &self.values {
            let op = symbols.get(ctx.ident(&value.symbol));
            match op.filter(|&op| is_variable(module.body, op)) {
                Some(op) => {
                    let attr = value.operand.map_or_else(|| ctx.unit_attr(), |operand| ctx.i32_attr(operand));
                    let key = ctx.ident(&value.key);
                    let others = ctx.dict(module.body.attrs(op)).iter().filter(|(other, _)| *other != key);
                    let all = others.copied().chain([(key, attr)]).collect();
                    Builder::new(module.body).set_attrs(op, Some(ctx.dict_attr(all)));
                    module.count(0, 1);
                }
                None => {
                    let place = Place::Op(module.outer.loc(module.op));
                    let variables = walk::top_ops(module.body).filter(|&op| is_variable(module.body, op));
                    let names = variables.filter_map(|op| name_of(ctx, module.body, op));
                    let advice = match value.symbol.contains([':', ';']) {
                        true => ": separate the elements of the list with commas".to_owned(),
                        false => advice(suggest(&value.symbol, names)),
                    };
                    let message = format!("the module has no variable '@{}'{advice}", value.symbol);
                    errors.push(Diagnostic::error(place, message));
                }
            }
        }
        if errors.has_errors() { Err(errors) } else { Ok(()) }
    }
}

fn advice(best: Option<&str>) -> String {
    best.map_or_else(String::new, |best| format!(": did you mean '{best}'?"))
}

fn is_variable(body: &Body, op: Op) -> bool {
    [spv::GlobalVariable::ID, spv::UntypedVariableKHR::ID].contains(&body.def(op))
}
