// For an SDK of macOS 26.4 or later, before 27: what 27 brings is not there.

import FoundationModels

@available(macOS 26.0, *)
func newerEnd(for error: any Error) -> End? { nil }

@available(macOS 26.0, *)
func variantName() -> String {
  #if os(macOS)
    // Its own name is known to the SDK of 27 only.
    if #available(macOS 27.0, *) { return "AFM macOS 27 or later" }
  #endif
  if #available(macOS 26.4, *) { return "AFM macOS 26.4" }
  return "AFM macOS 26.0\u{2013}26.3"
}
