#![forbid(unsafe_code)]
//! JavaScript bindings of spv-opt
//!
//! Errors are thrown as `SpvError`, whose property `diagnostics` contains messages with positions.

use serde_json::{Value, json};
use spv_opt::Format;
use spv_opt::report::{Message, Report};
use std::sync::{Arc, OnceLock};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A message with its place. */
export interface Diagnostic {
    severity: "error" | "warning" | "note" | "remark";
    text: string;
    /** The id of the violated rule: `VUID-...` or `SPV-...`. */
    rule: string | null;
    /** A range of the text or assembly: bytes of UTF-8, line and column from 1. */
    range: { begin: number; end: number; line: number; column: number } | null;
    /** Offset in a binary, in 32-bit words. */
    word: number | null;
    instruction: string | null;
    notes: Diagnostic[];
}
/** What is thrown: an `Error` with the messages. */
export interface SpvError extends Error {
    name: "SpvError";
    diagnostics: Diagnostic[];
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The JavaScript `Error` object that is thrown, with additional properties.
    #[wasm_bindgen(js_name = Error)]
    type SpvError;

    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> SpvError;

    #[wasm_bindgen(method, setter)]
    fn set_name(this: &SpvError, name: &str);

    #[wasm_bindgen(method, setter)]
    fn set_diagnostics(this: &SpvError, diagnostics: JsValue);

    #[wasm_bindgen(js_namespace = JSON, js_name = parse)]
    fn parse_json(text: &str) -> JsValue;
}

fn message(message: &Message) -> Value {
    json!({
        "severity": message.severity.to_string(),
        "text": message.text,
        "rule": message.rule,
        "range": message.range.as_ref().map(|range| json!({
            "begin": range.bytes.start, "end": range.bytes.end, "line": range.line, "column": range.column,
        })),
        "word": message.word,
        "instruction": (!message.instruction.is_empty()).then_some(&message.instruction),
        "notes": message.notes.iter().map(self::message).collect::<Vec<Value>>(),
    })
}

fn thrown(report: Report) -> JsValue {
    let messages: Vec<Value> = report.messages.iter().map(message).collect();
    let error = SpvError::new(&report.to_string());
    error.set_name("SpvError");
    error.set_diagnostics(parse_json(&Value::from(messages).to_string()));
    error.into()
}

fn session() -> &'static Arc<spv_opt::Session> {
    static SESSION: OnceLock<Arc<spv_opt::Session>> = OnceLock::new();
    SESSION.get_or_init(spv_opt::Session::new)
}

/// A pass or pipeline that `Module.run` knows.
#[wasm_bindgen(getter_with_clone)]
pub struct Pass {
    /// Name of the pass or pipeline.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// One-line description of the pass or pipeline.
    #[wasm_bindgen(readonly)]
    pub summary: String,
    /// Whether this is a pipeline of passes.
    #[wasm_bindgen(readonly)]
    pub is_pipeline: bool,
}

/// Returns all pipelines and passes.
#[wasm_bindgen]
pub fn passes() -> Vec<Pass> {
    let known = session().passes();
    let pass = |name: &str, summary: &str, is_pipeline| Pass {
        name: name.to_owned(),
        summary: summary.to_owned(),
        is_pipeline,
    };
    let pipelines = known.pipelines().iter().map(|pipeline| pass(pipeline.name, pipeline.summary, true));
    pipelines.chain(known.passes().iter().map(|info| pass(info.name, info.summary, false))).collect()
}

/// Returns the passes that a pipeline runs, in order, each in the syntax of `Module.run`.
#[wasm_bindgen(js_name = passesOf)]
pub fn passes_of(pipeline: &str) -> Result<Vec<String>, JsValue> {
    session().passes_of(pipeline).map_err(thrown)
}

/// Returns the names of the target environments that `Module.validate` knows.
#[wasm_bindgen]
pub fn environments() -> Vec<String> {
    spv_opt::dialect::validate::ENVIRONMENTS.iter().map(|environment| environment.name.to_owned()).collect()
}

/// Returns the version of spv-opt.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A module. `free()` releases its memory.
#[wasm_bindgen]
pub struct Module(spv_opt::Unit);

#[wasm_bindgen]
impl Module {
    /// Reads a module from bytes. `format` is `spirv`, `text` or `spvasm`; by default, the format is detected from the
    /// first bytes. `unverified` returns a module even if it does not verify, for display. `strict` makes validation
    /// also check instruction order and unused types.
    pub fn read(
        bytes: &[u8],
        name: Option<String>,
        format: Option<String>,
        unverified: Option<bool>,
        strict: Option<bool>,
    ) -> Result<Module, JsValue> {
        let format = match format {
            None => None,
            Some(name) => {
                let format = Format::by_name(&name);
                Some(format.ok_or_else(|| thrown(Report::usage(format!("'{name}' is not a format"))))?)
            }
        };
        let options = spv_opt::ReadOptions {
            name: name.unwrap_or_default(),
            format,
            unverified: unverified.unwrap_or(false),
            strict: strict.unwrap_or(false),
            ..Default::default()
        };
        session().read(bytes, &options).map(Module).map_err(thrown)
    }

    /// Returns the module as MLIR text.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// Returns the module as SPIR-V assembly in the syntax of SPIRV-Tools.
    pub fn assembly(&mut self) -> Result<String, JsValue> {
        self.0.assembly().map_err(thrown)
    }

    /// Returns the module as a SPIR-V binary.
    pub fn export(&mut self) -> Result<Vec<u8>, JsValue> {
        self.0.bytes().map_err(thrown)
    }

    /// Verifies the module; throws the violations.
    pub fn verify(&mut self) -> Result<(), JsValue> {
        self.0.verify().map_err(thrown)
    }

    /// Validates the module for a target environment, for example `vulkan1.3`; throws the violations with their rules.
    /// `options` are spirv-val options such as `scalar-block-layout,max-id-bound=1000`.
    pub fn validate(&mut self, environment: &str, options: Option<String>) -> Result<(), JsValue> {
        self.0.validate(environment, options.as_deref().unwrap_or("")).map_err(thrown)
    }

    /// Runs passes and pipelines with options: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`.
    pub fn run(&mut self, pipeline: &str) -> Result<(), JsValue> {
        self.0.run(pipeline).map_err(thrown)
    }

    /// Returns the symbols of the functions with a body.
    pub fn functions(&self) -> Vec<String> {
        self.0.functions()
    }

    /// Draws the control-flow graph of a function, or of all functions, as SVG.
    #[wasm_bindgen(js_name = controlFlowSvg)]
    pub fn control_flow_svg(&self, function: Option<String>) -> Result<String, JsValue> {
        self.0.control_flow_svg(function.as_deref()).map_err(thrown)
    }

    /// Returns the differences between this module and another, one per line. `-` marks lines only in this module, and
    /// `+` lines only in the other. A space marks common lines, and `@@` the start of a definition. Returns an empty
    /// string if the modules are the same except for numbered names.
    pub fn diff(&self, other: &Module) -> String {
        self.0.diff(&other.0).to_string()
    }

    /// Returns the differences between this module and another as JSON: `hunks`, each with `title` and `lines`.
    #[wasm_bindgen(js_name = diffJson)]
    pub fn diff_json(&self, other: &Module) -> String {
        self.0.diff_json(&other.0)
    }

    /// Copies the module. `free()` releases the copy's memory.
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Module {
        Module(self.0.clone())
    }

    /// Returns statistics of the module as JSON.
    pub fn statistics(&mut self) -> Result<String, JsValue> {
        self.0.statistics_json().map_err(thrown)
    }

    /// Returns entry points, resources and types of the module as JSON.
    pub fn reflection(&mut self) -> Result<String, JsValue> {
        self.0.reflection_json().map_err(thrown)
    }
}
