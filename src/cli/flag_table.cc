#include "cli/flag_table.h"

#include <array>

namespace aii::cli {
namespace {

constexpr std::array kFlags = {
    Flag{.name = "exec",
         .letter = 'x',
         .help = "let the model run programs, each with your permission",
         .more = "Programs that only read, and those that your rules name, run "
                 "at once; for every other one you are asked on the terminal. "
                 "See aii-allow(5).",
         .set = &Options::exec},
    Flag{.name = "file",
         .letter = 'f',
         .argument = "PATH",
         .help = "content for the prompt, from a file",
         .more = "Without a prompt, the content is the prompt. Not together "
                 "with content on standard input.",
         .value = &Options::file},
    Flag{.name = "interactive",
         .letter = 'i',
         .help = "hold a conversation; a prompt is its system prompt",
         .more = "On a terminal with line editing; /help lists its commands. "
                 "Where standard input is no terminal, each line is a message.",
         .set = &Options::interactive},
    Flag{.name = "json",
         .letter = 'j',
         .help = "errors as JSON on stderr, and nothing else there",
         .more = "One object a line, with error, message, detail (where there "
                 "is one) and exitCode.",
         .set = &Options::json},
    Flag{.name = "model",
         .argument = "SPEC",
         .help = "which model (below); AII_MODEL says the same",
         .more = "The flag goes before the variable.",
         .value = &Options::model},
    Flag{.name = "model-info",
         .letter = 'm',
         .help = "print context window, name and languages of the model",
         .more = "Three lines. Asks no question, and cannot be combined with a "
                 "prompt.",
         .set = &Options::model_info},
    Flag{.name = "no-stdin",
         .letter = 'n',
         .help = "leave standard input alone",
         .more = "For a loop that reads it, and for pipes that never end.",
         .set = &Options::no_stdin},
    Flag{.name = "verbose",
         .letter = 'v',
         .help = "after each command, show what the model is told of it",
         .more = "Exit status, time, and the very text that the model gets.",
         .set = &Options::verbose},
    Flag{.name = "list-allowed",
         .help = "print the rules that let commands run unasked",
         .more = "One a line as it would stand in the file, under a line that "
                 "says where they come from.",
         .set = &Options::list_allowed},
    Flag{.name = "reset-allowed",
         .help = "delete your rules; the built-in ones apply again",
         .more = "Does not ask.",
         .set = &Options::reset_allowed},
    Flag{.name = "explain",
         .help = "say what -x would do with: -- PROGRAM [ARG...]",
         .more = "Runs nothing, and needs no model. Exit status 0: it would "
                 "run unasked; 10: you would be asked; 11: it would be "
                 "refused. Without -- and a program, reads JSON arrays of "
                 "strings from standard input, one call a line, and answers "
                 "each with a JSON object on one line.",
         .set = &Options::explain},
    Flag{.name = "stop-server",
         .help = "end the model servers that were kept for the next call",
         .more = "A server that aii started for a model is kept for five "
                 "minutes after its last use, or AII_KEEP seconds; with 0 it "
                 "ends with aii. Ends the ones that are in use as well.",
         .set = &Options::stop_server},
    Flag{.name = "version",
         .help = "print the version",
         .set = &Options::version},
    Flag{.name = "help",
         .letter = 'h',
         .help = "print this help",
         .set = &Options::help},
};

constexpr std::array kModelForms = {
    ModelForm{"embedded", "embedded",
              "the small model that tools/quickstart installs"},
    ModelForm{"/path.gguf", "", "a model file, for the llama-server in PATH"},
    ModelForm{"http://127.0.0.1:PORT", "http://127.0.0.1:",
              "a chat server on this computer, such as llama-server"},
    ModelForm{"unix:/path.sock", "unix:/", "the same on a Unix socket"},
    ModelForm{"script:/path.jsonl", "script:/",
              "a script, for tests and demonstrations"},
};

}  // namespace

std::span<const Flag> Flags() { return kFlags; }

std::span<const ModelForm> ModelForms() { return kModelForms; }

}  // namespace aii::cli
