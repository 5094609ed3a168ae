//! Language server protocol: message handling and open documents

use super::document::{Document, Fault};
use super::format::{Unformatted, format};
use super::text::Encoding;
use super::{completion, hover, navigate, outline, rename};
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    Completion, DocumentHighlightRequest, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request as _, ResolveCompletionItem,
};
use lsp_types::{
    ClientCapabilities, CompletionItem, CompletionOptions, CompletionParams, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams, DocumentSymbolParams,
    Documentation, GotoDefinitionParams, Hover, HoverContents, HoverParams, HoverProviderCapability,
    InitializeParams, Location, MarkupContent, MarkupKind, MessageType, NumberOrString, OneOf, Position,
    PrepareRenameResponse, PublishDiagnosticsParams, ReferenceParams, RenameOptions, RenameParams,
    ServerCapabilities, ShowMessageParams, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextEdit, Uri,
};
use serde_json::{Value, json};
use spv_ir::Severity;
use spv_ir::dialect::Registry;
use spv_validate::TargetEnv;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of diagnostics to publish per document.
const MESSAGES: usize = 1000;

/// The reason why the server ended abnormally.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The client violated the protocol or disconnected.
    #[error("language server: {}", described(.0))]
    Protocol(#[from] ProtocolError),
    /// An I/O error.
    #[error("language server: {0}")]
    Io(#[from] std::io::Error),
    /// The parameters of the initialize request are malformed.
    #[error("language server: {0}")]
    Parameters(#[from] serde_json::Error),
    /// The client sent `exit` without a preceding `shutdown` request.
    #[error("language server: the client exited without a shutdown request")]
    Exit,
}

fn described(error: &ProtocolError) -> String {
    match error.channel_is_disconnected() {
        true => "the client closed the input without a shutdown request".to_owned(),
        false => error.to_string(),
    }
}

/// Serves a client on standard input and output until the client shuts the server down.
///
/// # Errors
/// The errors of [`serve`].
pub fn serve_stdio() -> Result<(), Failure> {
    let (connection, threads) = Connection::stdio();
    serve(&connection)?;
    drop(connection);
    Ok(threads.join()?)
}

/// Serves a client until the client shuts the server down.
///
/// # Errors
/// The client violates the protocol.
pub fn serve(connection: &Connection) -> Result<(), Failure> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let offered =
        params.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
    let encoding = Encoding::negotiate(offered.unwrap_or(&[]));
    let options = params.initialization_options.unwrap_or_default();
    let answer = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "spv-opt", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server {
        connection,
        encoding,
        related: has_related(&params.capabilities),
        registry: spv_dialect::registry(),
        open: HashMap::new(),
        changed: BTreeSet::new(),
        env: None,
    };
    server.configure(&options);
    while let Ok(message) = connection.receiver.recv() {
        if server.take(message)? {
            return Ok(());
        }
        // All queued edits are applied before checking, because each edit invalidates earlier results.
        while let Ok(message) = connection.receiver.try_recv() {
            if server.take(message)? {
                return Ok(());
            }
        }
        server.publish();
    }
    Err(Failure::Exit)
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let triggers = ["%", "^", "@", "!", "#", "\"", "|", "."];
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(triggers.map(str::to_owned).into()),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

fn has_related(client: &ClientCapabilities) -> bool {
    let text = client.text_document.as_ref();
    let publish = text.and_then(|text| text.publish_diagnostics.as_ref());
    publish.and_then(|publish| publish.related_information).unwrap_or(false)
}

/// An error response to a request: error code and message.
type Refused = (ErrorCode, String);

/// An open document with its version number.
struct Open {
    document: Document,
    version: i32,
}

struct Server<'c> {
    connection: &'c Connection,
    encoding: Encoding,
    /// Whether the client can show the locations of notes (`relatedInformation`).
    related: bool,
    registry: Arc<Registry>,
    open: HashMap<String, Open>,
    /// URIs of documents whose published diagnostics are out of date.
    changed: BTreeSet<String>,
    /// Target environment for validating documents, if any.
    env: Option<TargetEnv>,
}

/// Name of the setting for the target environment in which documents are validated, like `--target-env`.
const TARGET_ENV: &str = "targetEnv";

impl Server<'_> {
    /// Handles a message. Returns whether the client has shut the server down.
    fn take(&mut self, message: Message) -> Result<bool, Failure> {
        match message {
            Message::Request(request) => {
                self.publish();
                if self.connection.handle_shutdown(&request)? {
                    return Ok(true);
                }
                let Request { id, method, params } = request;
                let answer = match self.answer(&method, params) {
                    Ok(value) => Response { id, result: Some(value), error: None },
                    Err((code, message)) => Response::new_err(id, code as i32, message),
                };
                self.send(answer.into());
            }
            Message::Notification(Notification { method, params }) => {
                if method == "exit" {
                    return Err(Failure::Exit);
                }
                // A malformed notification has no response, so the error is ignored.
                _ = self.note(&method, params);
            }
            Message::Response(_) => {}
        }
        Ok(false)
    }

    fn send(&self, message: Message) {
        // If the client has disconnected, the receiver also ends and reports the error.
        _ = self.connection.sender.send(message);
    }

    /// Applies the settings in the initialization options or in a configuration change.
    fn configure(&mut self, settings: &Value) {
        let name = settings[TARGET_ENV].as_str().unwrap_or_default();
        self.env = TargetEnv::new(name);
        if self.env.is_none() && !name.is_empty() {
            let typ = MessageType::WARNING;
            let message = format!("spv-opt: unknown target environment '{name}': texts are not validated");
            let params = ShowMessageParams { typ, message };
            self.send(Notification::new(ShowMessage::METHOD.to_owned(), params).into());
        }
        for (name, open) in &mut self.open {
            open.document.set_env(self.env.clone());
            self.changed.insert(name.clone());
        }
    }

    fn note(&mut self, method: &str, params: Value) -> Result<(), serde_json::Error> {
        match method {
            DidChangeConfiguration::METHOD => {
                let DidChangeConfigurationParams { settings } = serde_json::from_value(params)?;
                // Clients send either all settings or only the section of this server.
                self.configure(settings.get("spv-opt").unwrap_or(&settings));
            }
            DidOpenTextDocument::METHOD => {
                let item = serde_json::from_value::<DidOpenTextDocumentParams>(params)?.text_document;
                let mut document = Document::new(item.text, self.encoding, self.registry.clone());
                document.set_env(self.env.clone());
                let uri = item.uri.as_str().to_owned();
                self.open.insert(uri.clone(), Open { document, version: item.version });
                self.changed.insert(uri);
            }
            DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams = serde_json::from_value(params)?;
                let uri = params.text_document.uri.as_str();
                let Some(open) = self.open.get_mut(uri) else { return Ok(()) };
                open.version = params.text_document.version;
                for change in params.content_changes {
                    match change.range {
                        Some(range) => {
                            let span = open.document.text().span(range);
                            open.document.edit(span, &change.text);
                        }
                        None => open.document.replace_all(change.text, self.encoding),
                    }
                }
                self.changed.insert(uri.to_owned());
            }
            DidCloseTextDocument::METHOD => {
                let params: DidCloseTextDocumentParams = serde_json::from_value(params)?;
                let uri = params.text_document.uri;
                if self.open.remove(uri.as_str()).is_some() {
                    self.changed.remove(uri.as_str());
                    self.send_diagnostics(uri, Vec::new(), None);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Publishes the diagnostics of the changed documents.
    fn publish(&mut self) {
        for name in std::mem::take(&mut self.changed) {
            let (Some(open), Ok(uri)) = (self.open.get_mut(&name), name.parse::<Uri>()) else { continue };
            let faults = open.document.faults();
            let shown = faults.iter().take(MESSAGES);
            let list = shown.map(|fault| diagnostic(&open.document, fault, &uri, self.related)).collect();
            let version = open.version;
            self.send_diagnostics(uri, list, Some(version));
        }
    }

    fn send_diagnostics(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        match method {
            HoverRequest::METHOD => {
                let HoverParams { text_document_position_params: at, .. } = read(params)?;
                let (document, offset) = self.place(&at)?;
                let found = hover::hover(document, offset).map(|(text, span)| Hover {
                    contents: HoverContents::Markup(markdown(text)),
                    range: Some(document.text().range(span)),
                });
                Ok(json!(found))
            }
            GotoDefinition::METHOD => {
                let GotoDefinitionParams { text_document_position_params: at, .. } = read(params)?;
                let (document, offset) = self.place(&at)?;
                let found = navigate::places(document, offset).and_then(|places| places.definition);
                let uri = at.text_document.uri;
                Ok(json!(found.map(|span| Location { uri, range: document.text().range(span) })))
            }
            References::METHOD => {
                let ReferenceParams { text_document_position: at, context, .. } = read(params)?;
                let (document, offset) = self.place(&at)?;
                let places = navigate::places(document, offset).unwrap_or_default();
                let wanted = |span: &&std::ops::Range<usize>| {
                    context.include_declaration || places.definition.as_ref() != Some(*span)
                };
                let uri = at.text_document.uri;
                let range = |span: &std::ops::Range<usize>| document.text().range(span.clone());
                let list =
                    places.all.iter().filter(wanted).map(|s| Location { uri: uri.clone(), range: range(s) });
                Ok(json!(list.collect::<Vec<_>>()))
            }
            DocumentHighlightRequest::METHOD => {
                let DocumentHighlightParams { text_document_position_params: at, .. } = read(params)?;
                let (document, offset) = self.place(&at)?;
                let places = navigate::places(document, offset).unwrap_or_default();
                let all = places.all.into_iter();
                let list =
                    all.map(|span| DocumentHighlight { range: document.text().range(span), kind: None });
                Ok(json!(list.collect::<Vec<_>>()))
            }
            PrepareRenameRequest::METHOD => {
                let at: TextDocumentPositionParams = read(params)?;
                let (document, offset) = self.place(&at)?;
                let (span, placeholder) = rename::prepare(document, offset).map_err(refused)?;
                let range = document.text().range(span);
                Ok(json!(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
            }
            Rename::METHOD => {
                let RenameParams { text_document_position: at, new_name, .. } = read(params)?;
                let (document, offset) = self.place(&at)?;
                let edits = rename::rename(document, offset, &new_name).map_err(refused)?;
                let text = document.text();
                let edits =
                    edits.into_iter().map(|(span, new_text)| TextEdit { range: text.range(span), new_text });
                let edits: Vec<_> = edits.collect();
                Ok(json!({ "changes": { at.text_document.uri.as_str(): edits } }))
            }
            DocumentSymbolRequest::METHOD => {
                let DocumentSymbolParams { text_document, .. } = read(params)?;
                Ok(json!(outline::outline(self.document(&text_document.uri)?)))
            }
            Completion::METHOD => {
                let CompletionParams { text_document_position: at, .. } = read(params)?;
                let (document, offset) = self.place(&at)?;
                Ok(json!(completion::complete(document, offset)))
            }
            ResolveCompletionItem::METHOD => {
                let mut item: CompletionItem = read(params)?;
                let text = completion::documentation(&self.registry, &item.label);
                item.documentation = text.map(|text| Documentation::MarkupContent(markdown(text)));
                Ok(json!(item))
            }
            Formatting::METHOD => {
                let DocumentFormattingParams { text_document, .. } = read(params)?;
                let registry = self.registry.clone();
                self.formatted(&text_document.uri, &registry)
            }
            _ => Err((ErrorCode::MethodNotFound, format!("unknown request '{method}'"))),
        }
    }

    fn formatted(&mut self, uri: &Uri, registry: &Arc<Registry>) -> Result<Value, Refused> {
        let document = self.document(uri)?;
        let text = document.text();
        let new = format(text.as_str(), registry).map_err(|why| {
            let message = match why {
                Unformatted::Wrong => "cannot format a text with errors".to_owned(),
                Unformatted::Comment(at) => {
                    let line = text.line_of(at) + 1;
                    format!("cannot format the text: the comment in line {line} cannot be kept in place")
                }
            };
            (ErrorCode::RequestFailed, message)
        })?;
        let (span, new) = difference(text.as_str(), &new);
        let edits = match span.is_empty() && new.is_empty() {
            true => Vec::new(),
            false => vec![TextEdit { range: text.range(span), new_text: new.to_owned() }],
        };
        Ok(json!(edits))
    }

    fn document(&mut self, uri: &Uri) -> Result<&mut Document, Refused> {
        let open = self.open.get_mut(uri.as_str()).map(|open| &mut open.document);
        open.ok_or_else(|| (ErrorCode::InvalidParams, format!("'{}' is not open", uri.as_str())))
    }

    fn place(&mut self, at: &TextDocumentPositionParams) -> Result<(&mut Document, usize), Refused> {
        let position: Position = at.position;
        let document = self.document(&at.text_document.uri)?;
        let offset = document.text().offset(position);
        Ok((document, offset))
    }
}

fn refused(why: rename::Refusal) -> Refused {
    (ErrorCode::RequestFailed, why.to_string())
}

fn read<T: serde::de::DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// Returns the smallest edit of whole lines that converts `old` to `new`: the replaced byte range and the new lines.
fn difference<'n>(old: &str, new: &'n str) -> (std::ops::Range<usize>, &'n str) {
    let same = |(a, b): &(&str, &str)| a == b;
    let start: usize =
        old.split_inclusive('\n').zip(new.split_inclusive('\n')).take_while(same).map(|(a, _)| a.len()).sum();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let ends = old_rest.split_inclusive('\n').rev().zip(new_rest.split_inclusive('\n').rev());
    let end: usize = ends.take_while(same).map(|(a, _)| a.len()).sum();
    (start..old.len() - end, &new_rest[..new_rest.len() - end])
}

/// Converts a diagnostic of a document to an LSP diagnostic. If `related` is set, notes with positions become related
/// information.
fn diagnostic(document: &Document, fault: &Fault, uri: &Uri, related: bool) -> Diagnostic {
    let text = document.text();
    let mut message = fault.message.clone();
    let mut places = Vec::new();
    for (span, note) in &fault.notes {
        match span {
            Some(span) if related => places.push(DiagnosticRelatedInformation {
                location: Location { uri: uri.clone(), range: text.range(span.clone()) },
                message: note.clone(),
            }),
            Some(span) => message += &format!("\nnote: line {}: {note}", text.line_of(span.start) + 1),
            None => message += &format!("\nnote: {note}"),
        }
    }
    let severity = match fault.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
        Severity::Remark => DiagnosticSeverity::HINT,
    };
    Diagnostic {
        range: text.range(fault.span.clone()),
        severity: Some(severity),
        source: Some("spv-opt".to_owned()),
        code: fault.rule.clone().map(NumberOrString::String),
        message,
        related_information: (!places.is_empty()).then_some(places),
        ..Diagnostic::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_lines() {
        assert_eq!(difference("a\nb\nc\n", "a\nx\nc\n"), (2..4, "x\n"));
        assert_eq!(difference("a\n", "a\n"), (2..2, ""));
        assert_eq!(difference("", "a\n"), (0..0, "a\n"));
        assert_eq!(difference("a\na\n", "a\n"), (2..4, ""));
    }
}
