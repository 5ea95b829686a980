#include "cli/completions.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "cli/flag_table.h"

namespace aii::cli {
namespace {

constexpr absl::string_view kBash = R"(# bash completion for aii.
_aii() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local choices='' i explain=''
  COMPREPLY=()

  # Bash makes words of "=" and ":" too.
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi

  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --explain) explain=yes ;;
      --)
        # A program, then whatever bash makes of its arguments.
        if [[ $explain && $i -eq $((COMP_CWORD - 1)) ]]; then
          while IFS= read -r i; do COMPREPLY+=("$i"); done \
            < <(compgen -c -- "$word")
        fi
        return
        ;;
    esac
  done

  case $previous in
    @FILE_FLAGS@) return ;;
    --model) choices='@MODELS@' ;;
    *) [[ $word == -* ]] && choices='@FLAGS@' ;;
  esac
  [[ $choices ]] || return
  while IFS= read -r i; do COMPREPLY+=("$i"); done \
    < <(compgen -W "$choices" -- "$word")
  # The start of a SPEC is not yet a word.
  if [[ ${COMPREPLY[0]} == *[:/] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _aii aii
)";

constexpr absl::string_view kZsh = R"(#compdef aii

_aii_model() {
  local -a forms=(
@MODELS@
  )
  if compset -P '(script|unix):'; then
    _files
  else
    _describe -t models model forms -S ''
    _files -g '*.gguf'
  fi
}

_aii_word() {
  if (( words[(I)--explain] )) && [[ $words[CURRENT-1] == -- ]]; then
    _command_names -e
  elif (( words[(I)--explain] )); then
    _files
  else
    _message prompt
  fi
}

_arguments -s -S : \
@FLAGS@
  '*: :_aii_word'
)";

constexpr absl::string_view kFish = R"(# fish completion for aii.
function __aii_program_is_next
    set -l words (commandline -opc)
    contains -- --explain $words; and test "$words[-1]" = --
end

function __aii_program_is_given
    set -l words (commandline -opc)
    contains -- --explain $words; and contains -- -- $words[..-2]
end

complete -c aii -f
complete -c aii -n __aii_program_is_next -a '(__fish_complete_command)'
complete -c aii -n __aii_program_is_given -F
@FLAGS@)";

bool TakesFile(const Flag& flag) { return flag.argument == "PATH"; }

// In '…' for a POSIX shell, without what is special in a part of a zsh spec.
std::string ZshPart(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"},
                                    {":", "\\:"},
                                    {"[", "\\["},
                                    {"]", "\\]"},
                                    {"'", "'\\''"}});
}

std::string FishQuote(absl::string_view text) {
  return absl::StrCat(
      "'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}), "'");
}

std::string ZshFlag(const Flag& flag) {
  std::string action;
  if (flag.value != nullptr) {
    action = absl::StrCat(":", flag.argument, ":",
                          TakesFile(flag) ? "_files" : "_aii_model");
  }
  const std::string rest =
      absl::StrCat("'[", ZshPart(flag.help), "]", action, "' \\\n");
  // "+": the value may be in the same word; "=": or after that sign.
  const std::string name =
      absl::StrCat("--", flag.name, flag.value == nullptr ? "" : "=");
  if (flag.letter == '\0') return absl::StrCat("  ", name, rest);
  const std::string letter = absl::StrCat("-", std::string(1, flag.letter));
  return absl::StrCat("  '(", letter, " --", flag.name, ")'{", letter,
                      flag.value == nullptr ? "" : "+", ",", name, "}", rest);
}

// Files are completed beside them by the shell itself.
std::vector<ModelForm> TypedForms() {
  std::vector<ModelForm> typed(ModelForms().begin(), ModelForms().end());
  std::erase_if(typed,
                [](const ModelForm& form) { return form.typed.empty(); });
  return typed;
}

std::string FishFlag(const Flag& flag) {
  std::string line = "complete -c aii";
  if (flag.letter != '\0') {
    absl::StrAppend(&line, " -s ", std::string(1, flag.letter));
  }
  absl::StrAppend(&line, " -l ", flag.name, " -d ", FishQuote(flag.help));
  if (TakesFile(flag)) {
    absl::StrAppend(&line, " -r -F");
  } else if (flag.value != nullptr) {
    std::vector<std::string> forms;
    for (const ModelForm& model : TypedForms()) {
      forms.push_back(absl::StrCat(model.typed, "\\t", FishQuote(model.help)));
    }
    absl::StrAppend(&line, " -r -F -a \"", absl::StrJoin(forms, " "), "\"");
  }
  return absl::StrCat(line, "\n");
}

}  // namespace

std::string BashCompletion() {
  std::vector<std::string> names;
  std::vector<std::string> of_files;
  for (const Flag& flag : Flags()) {
    std::vector<std::string> forms = {absl::StrCat("--", flag.name)};
    if (flag.letter != '\0') {
      forms.push_back(absl::StrCat("-", std::string(1, flag.letter)));
    }
    names.insert(names.end(), forms.begin(), forms.end());
    if (TakesFile(flag)) {
      of_files.insert(of_files.end(), forms.begin(), forms.end());
    }
  }
  const std::string models = absl::StrJoin(
      TypedForms(), " ", [](std::string* out, const ModelForm& model) {
        absl::StrAppend(out, model.typed);
      });
  return absl::StrReplaceAll(kBash,
                             {{"@FILE_FLAGS@", absl::StrJoin(of_files, "|")},
                              {"@MODELS@", models},
                              {"@FLAGS@", absl::StrJoin(names, " ")}});
}

std::string ZshCompletion() {
  std::string flags;
  for (const Flag& flag : Flags()) absl::StrAppend(&flags, ZshFlag(flag));
  const std::string models = absl::StrJoin(
      TypedForms(), "\n", [](std::string* out, const ModelForm& model) {
        absl::StrAppend(out, "    '", ZshPart(model.typed), ":",
                        ZshPart(model.help), "'");
      });
  return absl::StrReplaceAll(kZsh,
                             {{"@MODELS@", models}, {"@FLAGS@\n", flags}});
}

std::string FishCompletion() {
  std::string flags;
  for (const Flag& flag : Flags()) absl::StrAppend(&flags, FishFlag(flag));
  return absl::StrReplaceAll(kFish, {{"@FLAGS@", flags}});
}

}  // namespace aii::cli
