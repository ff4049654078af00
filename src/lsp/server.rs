//! The loop of the server: each message is a change of a text or a question about one.

use std::collections::{BTreeSet, HashMap};
use std::str::FromStr;
use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, CompletionResponse,
    DidChangeWatchedFilesRegistrationOptions, DocumentSymbolResponse, FileSystemWatcher,
    FoldingRangeProviderCapability, GlobPattern, GotoDefinitionResponse, HoverProviderCapability,
    InitializeParams, InitializeResult, OneOf, Position, PrepareRenameResponse,
    PublishDiagnosticsParams, Registration, RegistrationParams, RenameOptions, SaveOptions,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TextEdit, Uri, WorkDoneProgressOptions,
    WorkspaceEdit, WorkspaceSymbolResponse,
};
use serde_json::Value;

use super::checker::{Checker, Findings, Job};
use super::completion::Completer;
use super::documents::{Document, Documents};
use super::project::{Project, Roots};
use super::{Ended, folding, hover, navigation, quick_fixes, rename, symbols};

/// What a question was answered with: a value, or the code and words of an error.
type Answer = Result<Value, (ErrorCode, String)>;

/// Serves until the editor leaves, and nothing more can come from it.
pub fn run(connection: Connection) -> Ended {
    let (id, params) = loop {
        match connection.initialize_start() {
            Ok(started) => break started,
            Err(error) if error.channel_is_disconnected() => return Ended::Abruptly,
            // Not what an editor begins with.
            Err(_) => {}
        }
    };
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let result = InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: "hornet".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        }),
    };
    let response = Response::new_ok(id, result);
    let _ = connection.sender.send(response.into());
    Server::new(connection, &params).serve()
}

fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions::default())),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["(", "'", "/"].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        ..ServerCapabilities::default()
    }
}

/// What the editor can do.
#[derive(Clone, Copy, Debug)]
struct Editor {
    has_snippets: bool,
    shows_related: bool,
    watches_files: bool,
}

impl Editor {
    fn of(params: &InitializeParams) -> Editor {
        let text = params.capabilities.text_document.as_ref();
        let item = text
            .and_then(|text| text.completion.as_ref())
            .and_then(|completion| completion.completion_item.as_ref());
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let watched = params
            .capabilities
            .workspace
            .as_ref()
            .and_then(|workspace| workspace.did_change_watched_files.as_ref());
        Editor {
            has_snippets: item.and_then(|item| item.snippet_support).unwrap_or(false),
            shows_related: published.and_then(|it| it.related_information).unwrap_or(false),
            watches_files: watched.and_then(|it| it.dynamic_registration).unwrap_or(false),
        }
    }
}

struct Server {
    connection: Connection,
    editor: Editor,
    documents: Documents,
    roots: Roots,
    checker: Checker,
    /// The roots that have been checked, by their addresses.
    checked: BTreeSet<String>,
    has_ended: bool,
}

impl Server {
    fn new(connection: Connection, params: &InitializeParams) -> Server {
        let sender = connection.sender.clone();
        let checker = Checker::new(move |findings: Findings| {
            let Ok(uri) = Uri::from_str(&findings.uri) else { return };
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics: findings.complaints,
                version: findings.version,
            };
            let method = notification::PublishDiagnostics::METHOD.into();
            let _ = sender.send(Notification::new(method, params).into());
        });
        Server {
            connection,
            editor: Editor::of(params),
            documents: Documents::default(),
            roots: Roots::default(),
            checker,
            checked: BTreeSet::new(),
            has_ended: false,
        }
    }

    fn serve(mut self) -> Ended {
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Notification(it) if it.method == notification::Exit::METHOD => {
                    return if self.has_ended { Ended::AsAsked } else { Ended::Abruptly };
                }
                Message::Notification(notification) => self.notified(notification),
                Message::Request(request) => {
                    let response = self.respond(request);
                    let _ = self.connection.sender.send(response.into());
                }
                Message::Response(_) => {}
            }
        }
        Ended::Abruptly
    }

    fn notified(&mut self, Notification { method, params }: Notification) {
        match method.as_str() {
            notification::Initialized::METHOD => self.watch_files(),
            notification::DidOpenTextDocument::METHOD => {
                let Some(params) = read::<lsp_types::DidOpenTextDocumentParams>(params) else {
                    return;
                };
                let opened = params.text_document;
                let text = opened.text.strip_prefix('\u{feff}').unwrap_or(&opened.text).to_string();
                self.documents.open(opened.uri, opened.version, text);
                self.roots.forget();
                self.check_all();
            }
            notification::DidChangeTextDocument::METHOD => {
                let Some(params) = read::<lsp_types::DidChangeTextDocumentParams>(params) else {
                    return;
                };
                self.change(params);
            }
            notification::DidCloseTextDocument::METHOD => {
                let Some(params) = read::<lsp_types::DidCloseTextDocumentParams>(params) else {
                    return;
                };
                self.documents.close(&params.text_document.uri);
                self.roots.forget();
                self.check_all();
            }
            notification::DidSaveTextDocument::METHOD
            | notification::DidChangeWatchedFiles::METHOD => {
                self.roots.forget();
                self.check_all();
            }
            _ => {}
        }
    }

    fn change(&mut self, params: lsp_types::DidChangeTextDocumentParams) {
        let uri = &params.text_document.uri;
        let Some(before) = self.documents.get(uri).cloned() else { return };
        let changes = params.content_changes;
        let Some(document) = self.documents.change(uri, params.text_document.version, changes)
        else {
            return;
        };
        if before.analysis().includes().ne(document.analysis().includes()) {
            self.roots.forget();
            return self.check_all();
        }
        let root = self.roots.root(&self.documents, &document);
        self.check(root);
    }

    fn check(&mut self, root: Arc<Document>) {
        self.checked.insert(root.uri.as_str().into());
        let open = self.documents.all_open().cloned().collect();
        self.checker.check(Job { root, open, shows_related: self.editor.shows_related });
    }

    /// Has all that is open checked, and takes back what was said about anything else.
    fn check_all(&mut self) {
        let mut roots: HashMap<String, Arc<Document>> = HashMap::new();
        for document in self.documents.all_open() {
            let root = self.roots.root(&self.documents, document);
            roots.insert(root.uri.as_str().into(), root);
        }
        self.checked.retain(|root| {
            let is_open = roots.contains_key(root);
            if !is_open {
                self.checker.forget(root);
            }
            is_open
        });
        roots.into_values().for_each(|root| self.check(root));
    }

    /// Asks to be told of files that change outside of the editor.
    fn watch_files(&self) {
        if !self.editor.watches_files {
            return;
        }
        let pattern = GlobPattern::String("**/*.{pl,csv,tsv}".into());
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: vec![FileSystemWatcher { glob_pattern: pattern, kind: None }],
        };
        let registration = Registration {
            id: "files".into(),
            method: notification::DidChangeWatchedFiles::METHOD.into(),
            register_options: serde_json::to_value(options).ok(),
        };
        let request = Request::new(
            RequestId::from("watch-files".to_string()),
            request::RegisterCapability::METHOD.into(),
            RegistrationParams { registrations: vec![registration] },
        );
        let _ = self.connection.sender.send(request.into());
    }

    fn respond(&mut self, Request { id, method, params }: Request) -> Response {
        let answer = match method.as_str() {
            _ if self.has_ended => {
                Err((ErrorCode::InvalidRequest, "the server has been shut down".into()))
            }
            request::Shutdown::METHOD => {
                self.has_ended = true;
                Ok(Value::Null)
            }
            request::Initialize::METHOD => {
                Err((ErrorCode::InvalidRequest, "the server is initialized already".into()))
            }
            method => self.answer(method, params),
        };
        match answer {
            Ok(result) => Response { id, result: Some(result), error: None },
            Err((code, message)) => Response::new_err(id, code as i32, message),
        }
    }

    fn answer(&self, method: &str, params: Value) -> Answer {
        match method {
            request::HoverRequest::METHOD => {
                let params: lsp_types::HoverParams = asked(params)?;
                let at = params.text_document_position_params;
                let place = self.place(&at.text_document.uri, at.position)?;
                let program = self.checker.program(place.project.root.uri.as_str());
                answer(hover::hover(
                    &place.project,
                    program.as_deref(),
                    &place.document,
                    place.offset,
                ))
            }
            request::GotoDefinition::METHOD => {
                let params: lsp_types::GotoDefinitionParams = asked(params)?;
                let at = params.text_document_position_params;
                let place = self.place(&at.text_document.uri, at.position)?;
                answer(GotoDefinitionResponse::Array(navigation::definition(
                    &place.project,
                    &place.document,
                    place.offset,
                )))
            }
            request::References::METHOD => {
                let params: lsp_types::ReferenceParams = asked(params)?;
                let at = params.text_document_position;
                let place = self.place(&at.text_document.uri, at.position)?;
                answer(navigation::references(
                    &place.project,
                    &place.document,
                    place.offset,
                    params.context.include_declaration,
                ))
            }
            request::DocumentHighlightRequest::METHOD => {
                let params: lsp_types::DocumentHighlightParams = asked(params)?;
                let at = params.text_document_position_params;
                let place = self.place(&at.text_document.uri, at.position)?;
                answer(navigation::highlights(&place.project, &place.document, place.offset))
            }
            request::Completion::METHOD => {
                let params: lsp_types::CompletionParams = asked(params)?;
                let at = params.text_document_position;
                let place = self.place(&at.text_document.uri, at.position)?;
                let program = self.checker.program(place.project.root.uri.as_str());
                let completer = Completer {
                    project: &place.project,
                    program: program.as_deref(),
                    document: &place.document,
                    has_snippets: self.editor.has_snippets,
                };
                answer(CompletionResponse::Array(completer.at(place.offset)))
            }
            request::PrepareRenameRequest::METHOD => {
                let at: lsp_types::TextDocumentPositionParams = asked(params)?;
                let place = self.place(&at.text_document.uri, at.position)?;
                let (range, placeholder) =
                    rename::prepare(&place.project, &place.document, place.offset)
                        .map_err(failed)?;
                answer(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
            }
            request::Rename::METHOD => {
                let params: lsp_types::RenameParams = asked(params)?;
                let at = params.text_document_position;
                let place = self.place(&at.text_document.uri, at.position)?;
                let edits =
                    rename::rename(&place.project, &place.document, place.offset, &params.new_name);
                answer(workspace_edit(edits.map_err(failed)?))
            }
            request::DocumentSymbolRequest::METHOD => {
                let params: lsp_types::DocumentSymbolParams = asked(params)?;
                let document = self.document(&params.text_document.uri)?;
                answer(DocumentSymbolResponse::Nested(symbols::outline(document)))
            }
            request::WorkspaceSymbolRequest::METHOD => {
                let params: lsp_types::WorkspaceSymbolParams = asked(params)?;
                let mut roots = BTreeSet::new();
                let mut found = Vec::new();
                for document in self.documents.all_open() {
                    let project = Project::of(&self.documents, &self.roots, document);
                    if roots.insert(project.root.uri.as_str().to_string()) {
                        found.extend(symbols::find(&project, &params.query));
                    }
                }
                answer(WorkspaceSymbolResponse::Flat(found))
            }
            request::FoldingRangeRequest::METHOD => {
                let params: lsp_types::FoldingRangeParams = asked(params)?;
                answer(folding::foldings(self.document(&params.text_document.uri)?))
            }
            request::CodeActionRequest::METHOD => {
                let params: lsp_types::CodeActionParams = asked(params)?;
                let document = self.document(&params.text_document.uri)?;
                answer(quick_fixes::fixes(document, &params.context.diagnostics))
            }
            method => {
                Err((ErrorCode::MethodNotFound, format!("there is no method `{method}` here")))
            }
        }
    }

    fn document(&self, uri: &Uri) -> Result<&Arc<Document>, (ErrorCode, String)> {
        let missing = || (ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
        self.documents.get(uri).ok_or_else(missing)
    }

    fn place(&self, uri: &Uri, position: Position) -> Result<Place, (ErrorCode, String)> {
        let document = self.document(uri)?.clone();
        let offset = document.offset(position);
        let project = Project::of(&self.documents, &self.roots, &document);
        Ok(Place { document, offset, project })
    }
}

/// A place in a text that is open.
struct Place {
    document: Arc<Document>,
    offset: usize,
    project: Project,
}

fn read<P: serde::de::DeserializeOwned>(params: Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

fn asked<P: serde::de::DeserializeOwned>(params: Value) -> Result<P, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn answer(result: impl serde::Serialize) -> Answer {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

fn failed(refusal: rename::Refusal) -> (ErrorCode, String) {
    (ErrorCode::RequestFailed, refusal.to_string())
}

fn workspace_edit(edits: rename::Edits) -> WorkspaceEdit {
    #[allow(clippy::mutable_key_type, reason = "the protocol's own type is the key")]
    let changes: HashMap<Uri, Vec<TextEdit>> =
        edits.into_values().map(|(document, edits)| (document.uri.clone(), edits)).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
