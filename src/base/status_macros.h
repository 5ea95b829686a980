// Early returns for absl::Status, and the assertion for our own bugs.
//
// Layer: base.

#ifndef AII_BASE_STATUS_MACROS_H_
#define AII_BASE_STATUS_MACROS_H_

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns the status of `expression` from the enclosing function unless it is
// OK.
#define AII_RETURN_IF_ERROR(expression)                             \
  do {                                                              \
    if (absl::Status aii_status = (expression); !aii_status.ok()) { \
      return aii_status;                                            \
    }                                                               \
  } while (false)

// AII_ASSIGN_OR_RETURN(auto value, Function()) declares `value`, or returns the
// status of Function() from the enclosing function.
#define AII_ASSIGN_OR_RETURN(left, expression) \
  AII_ASSIGN_OR_RETURN_(AII_CONCAT_(aii_statusor_, __LINE__), left, expression)
#define AII_ASSIGN_OR_RETURN_(temporary, left, expression) \
  auto temporary = (expression);                           \
  if (!temporary.ok()) return temporary.status();          \
  left = *std::move(temporary)
#define AII_CONCAT_(a, b) AII_CONCAT_2_(a, b)
#define AII_CONCAT_2_(a, b) a##b

// Ends the program when `condition` is false, also in release. For our own bugs
// only: data from outside never reaches one.
#define AII_CHECK(condition)        \
  do {                              \
    if (!(condition)) std::abort(); \
  } while (false)

#endif  // AII_BASE_STATUS_MACROS_H_
