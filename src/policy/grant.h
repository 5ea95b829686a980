// Authority as a type: proof that one argument vector may run once.
//
// Layer: policy (pure).
// Spec:  docs/architecture.md, "Authority is a type".

#ifndef AII_POLICY_GRANT_H_
#define AII_POLICY_GRANT_H_

#include <string>
#include <utility>
#include <vector>

#include "base/file_facts.h"

namespace aii::approve {
class Asking;  // approve/approver.h: a person's yes
}

namespace aii::policy {

class Permit;  // policy/decide.h: a rule's match and the silent guard's answer

enum class GrantSource {
  kDefault,  // a built-in default rule
  kRule,     // a rule that a person wrote or approved
  kPerson,   // a person's answer to the question, just now
};

// What may run: exactly this file with exactly these words. Move-only; whoever
// runs it consumes it. Only Permit and Asking can make one.
class [[nodiscard]] Grant {
 public:
  Grant(Grant&&) = default;
  Grant& operator=(Grant&&) = default;
  Grant(const Grant&) = delete;
  Grant& operator=(const Grant&) = delete;

  const base::ResolvedProgram& program() const { return program_; }
  // argv[0] is the program name as the model gave it.
  const std::vector<std::string>& argv() const { return argv_; }
  GrantSource source() const { return source_; }

 private:
  friend class Permit;
  friend class ::aii::approve::Asking;
  Grant(base::ResolvedProgram program, std::vector<std::string> argv,
        GrantSource source)
      : program_(std::move(program)), argv_(std::move(argv)), source_(source) {}

  base::ResolvedProgram program_;
  std::vector<std::string> argv_;
  GrantSource source_;
};

}  // namespace aii::policy

#endif  // AII_POLICY_GRANT_H_
