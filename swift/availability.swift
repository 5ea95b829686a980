// What the model is, and whether it is there.

import AiiFmHeader
import Foundation
import FoundationModels

@_cdecl("aii_fm_version")
public func version() -> UInt32 { UInt32(AII_FM_VERSION) }

@_cdecl("aii_fm_availability")
public func availability() -> Int32 {
  guard #available(macOS 26.0, *) else { return Int32(AII_FM_NOT_ELIGIBLE) }
  switch SystemLanguageModel.default.availability {
  case .available: return Int32(AII_FM_AVAILABLE)
  case .unavailable(let reason): return number(of: reason)
  }
}

@available(macOS 26.0, *)
private func number(
  of reason: SystemLanguageModel.Availability.UnavailableReason
) -> Int32 {
  switch reason {
  case .deviceNotEligible: return Int32(AII_FM_NOT_ELIGIBLE)
  case .appleIntelligenceNotEnabled: return Int32(AII_FM_NOT_ENABLED)
  case .modelNotReady: return Int32(AII_FM_NOT_READY)
  default: return Int32(AII_FM_UNKNOWN)
  }
}

@_cdecl("aii_fm_context_size")
public func contextSize() -> Int64 {
  guard #available(macOS 26.0, *) else { return 0 }
  return Int64(SystemLanguageModel.default.contextSize)
}

@_cdecl("aii_fm_variant")
public func variant(_ take: aii_fm_text_fn, _ user: UnsafeMutableRawPointer?) {
  guard #available(macOS 26.0, *) else { return }
  lend(variantName()) { take(user, $0, $1) }
}

@_cdecl("aii_fm_languages")
public func languages(_ take: aii_fm_text_fn, _ user: UnsafeMutableRawPointer?) {
  guard #available(macOS 26.0, *) else { return }
  for name in languageNames(SystemLanguageModel.default.supportedLanguages) {
    lend(name) { take(user, $0, $1) }
  }
}

/// The shortest identifiers that stay distinct: zh-Hans and zh-Hant do not both
/// become zh.
func languageNames(_ languages: Set<Locale.Language>) -> [String] {
  let byMinimal = Dictionary(grouping: languages) { $0.minimalIdentifier }
  return byMinimal.flatMap { minimal, group in
    group.count == 1 ? [minimal] : group.map { $0.maximalIdentifier }
  }.sorted()
}

/// A callback of C++ with its context, for another thread.
///
/// Sendable is checked by hand: the function has no state, and `user` is never
/// touched here, only given back.
struct CountCallback: @unchecked Sendable {
  let take: aii_fm_count_fn
  let user: UnsafeMutableRawPointer?

  func callAsFunction(_ tokens: Int64) { take(user, tokens) }
}

@_cdecl("aii_fm_count_tokens")
public func countTokens(
  _ prompt: UnsafePointer<CChar>?, _ size: Int, _ take: @escaping aii_fm_count_fn,
  _ user: UnsafeMutableRawPointer?
) {
  let callback = CountCallback(take: take, user: user)
  guard #available(macOS 26.4, *) else { return callback(-1) }
  let prompt = text(prompt, size)
  Task.detached {
    let count = try? await SystemLanguageModel.default.tokenCount(for: prompt)
    callback(count.map(Int64.init) ?? -1)
  }
}
