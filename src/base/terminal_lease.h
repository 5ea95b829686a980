// One owner of the terminal at a time.
//
// Layer: base.
// Spec:  docs/architecture.md, "The terminal has one owner"; SPEC-EXEC 9.

#ifndef AII_BASE_TERMINAL_LEASE_H_
#define AII_BASE_TERMINAL_LEASE_H_

namespace aii::base {

// Whoever writes to standard output and standard error. Acquire() flushes
// stdout, erases the status line and holds back every other writer until
// Release(). Leases do not nest.
class TerminalOwner {
 public:
  virtual ~TerminalOwner() = default;
  virtual void Acquire() = 0;
  virtual void Release() = 0;
};

// Holds the terminal for its own life.
class [[nodiscard]] TerminalLease {
 public:
  explicit TerminalLease(TerminalOwner& owner) : owner_(owner) {
    owner_.Acquire();
  }
  ~TerminalLease() { owner_.Release(); }

  TerminalLease(const TerminalLease&) = delete;
  TerminalLease& operator=(const TerminalLease&) = delete;

 private:
  TerminalOwner& owner_;
};

}  // namespace aii::base

#endif  // AII_BASE_TERMINAL_LEASE_H_
