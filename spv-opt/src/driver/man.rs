//! Man page in roff format

use super::args::Args;
use super::commands;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::io;

/// The synopsis without subcommands. The synopsis that clap generates would list every option.
const SYNOPSIS: &str = "\\fBspv\\-opt\\fR [\\fIOPTIONS\\fR] [\\fIINPUT\\fR]...\n.br\n\\fBspv\\-opt lsp\\fR\n.br\n\
    \\fBspv\\-opt spirv\\-\\fR\\fINAME\\fR [\\fIARGUMENT\\fR]...\n.br\n\\fBspv\\-opt install\\-names\\fR \\fIDIR\\fR\n";

/// Returns the man page, including a section on subcommands.
pub fn page() -> String {
    let mut commands = commands::command();
    commands.build();
    let commands: Vec<&Command> = commands.get_subcommands().collect();
    let synopsis: String = commands.iter().map(|command| synopsis(command)).collect();
    let sections: String = commands.iter().map(|command| section(command)).collect();
    let man = Man::new(Args::command());
    [
        rendered(|page| man.render_title(page)),
        rendered(|page| man.render_name_section(page)),
        format!(".SH SYNOPSIS\n{SYNOPSIS}{synopsis}"),
        rendered(|page| man.render_description_section(page)),
        rendered(|page| man.render_options_section(page)),
        format!(".SH COMMANDS\n{sections}"),
        rendered(|page| man.render_extra_section(page)),
        rendered(|page| man.render_version_section(page)),
    ]
    .concat()
}

fn rendered(render: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> String {
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    _ = render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('-', "\\-")
}

/// Returns the synopsis line of a subcommand.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    format!(".br\n{}\n", escaped(usage.trim_start_matches("Usage: ").trim()))
}

/// Returns the man page section about a subcommand and its options.
fn section(command: &Command) -> String {
    let about = command.get_about().map(|about| about.to_string()).unwrap_or_default();
    let options = rendered(|page| Man::new(command.clone()).render_options_section(page));
    let options = options.replace(".SH OPTIONS\n", "");
    format!(".SS {}\n{}\n{options}", command.get_name(), escaped(&about))
}
