#include "approve/approver.h"

#include <utility>

namespace aii::approve {

std::vector<std::string> Asking::ShownWords(const policy::Candidate& candidate,
                                            bool trusted) {
  std::vector<std::string> words = candidate.argv;
  if (!trusted && !words.empty()) words.front() = candidate.program.path;
  return words;
}

std::variant<Approved, Refused> Asking::Ask(Approver& approver,
                                            const policy::Candidate& candidate,
                                            const policy::Ask& ask,
                                            const base::Cancel& cancel) {
  const auto* prefix = std::get_if<policy::AlwaysPrefix>(&ask.always);
  Question question;
  question.command = argv::Render(ShownWords(candidate, ask.trusted));
  question.trusted = ask.trusted;
  if (prefix != nullptr) question.always = argv::Render(*prefix);

  const Answer answer = approver.Ask(question, cancel);
  const bool always = answer == Answer::kAlways;
  // An "always" that was not offered is no yes of any kind.
  if (answer == Answer::kOnce || (always && prefix != nullptr)) {
    return Approved{policy::Grant(candidate.program, candidate.argv,
                                  policy::GrantSource::kPerson),
                    always};
  }
  return Refused{always ? Answer::kNo : answer};
}

}  // namespace aii::approve
