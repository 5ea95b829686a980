#include "cli/reporter.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "argv/render.h"
#include "base/json.h"

namespace aii::cli {
namespace {

constexpr absl::string_view kHowToStop = "ctrl-c stops it";

// The name of the program of a rendered command, for the status line.
absl::string_view ProgramIn(absl::string_view rendered) {
  const absl::string_view word = rendered.substr(0, rendered.find(' '));
  if (word.find_first_of("'$") != absl::string_view::npos) return "it";
  return word.substr(word.rfind('/') + 1);
}

}  // namespace

void Reporter::Line(absl::string_view text) {
  if (style_.json) return;
  console_.ErrorLine(
      absl::StrCat("aii: ", argv::EscapeUnsafe(text, /*keep_layout=*/false)));
}

void Reporter::Warning(absl::string_view text) {
  Line(absl::StrCat("warning: ", text));
}

void Reporter::Remark(absl::string_view text) {
  if (style_.json || !console_.err_is_terminal()) return;
  if (!style_.color) return Line(text);
  console_.ErrorLine(absl::StrCat(
      "\033[2maii: ", argv::EscapeUnsafe(text, /*keep_layout=*/false),
      "\033[0m"));
}

void Reporter::Note(absl::string_view text) { Line(text); }

void Reporter::CommandStarts(absl::string_view rendered) {
  Line(absl::StrCat("$ ", rendered));
  console_.Doing({.what = absl::StrCat("running ", ProgramIn(rendered)),
                  .hint = std::string(kHowToStop)});
}

void Reporter::Thinking() {
  console_.Doing({.what = "thinking", .hint = std::string(kHowToStop)});
}

void Reporter::Loading(absl::string_view name) {
  console_.Doing({.what = absl::StrCat(
                      "loading ", argv::EscapeUnsafe(name,
                                                     /*keep_layout=*/false)),
                  .hint = std::string(kHowToStop)});
}

void Reporter::ReadingInput() {
  console_.Doing(
      {.what = "reading stdin", .hint = "-n ignores it", .timed = false});
}

void Reporter::CommandEnds(const base::CommandEnd& end) {
  Thinking();
  if (!style_.verbose) return;
  Line(absl::StrFormat("took %.1f s; the model is told:",
                       absl::ToDoubleSeconds(end.elapsed)));
  Quote(end.result_text);
}

void Reporter::CallRefused(absl::string_view result_text) {
  if (!style_.verbose) return;
  Line("nothing ran; the model is told:");
  Quote(result_text);
}

void Reporter::Quote(absl::string_view result_text) {
  for (const absl::string_view line :
       absl::StrSplit(absl::StripSuffix(result_text, "\n"), '\n')) {
    Line(absl::StrCat("| ", line));
  }
}

void Reporter::StillRunning(absl::string_view name, pid_t pid) {
  Line(absl::StrCat("still running: ", name, " (pid ", pid, ")"));
}

int Reporter::Fail(const base::Failure& failure) {
  const int exit_status = base::FailureExitStatus(failure.code);
  if (!style_.json) {
    for (const std::string& line : failure.lines) Line(line);
    return exit_status;
  }
  base::JsonObject object = {
      {"error", base::Json(base::FailureName(failure.code))},
      {"message", base::Json(absl::StrJoin(failure.lines, "\n"))}};
  if (!failure.detail.empty()) {
    object.emplace_back("detail", base::Json(failure.detail));
  }
  object.emplace_back("exitCode", base::Json(exit_status));
  console_.ErrorLine(base::WriteJson(base::Json(std::move(object))));
  return exit_status;
}

}  // namespace aii::cli
