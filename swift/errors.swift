// How a request ended, and the framework's errors in the terms of the ABI.

import AiiFmHeader
import Foundation
import FoundationModels

/// aii_fm_end, with strings of its own.
struct End: Sendable {
  var code: Int32
  var caseName = ""
  var message = ""
  var contextSize: Int64 = 0
  var tokenCount: Int64 = 0

  static let done = End(code: Int32(AII_FM_DONE))
  static let cancelled = End(code: Int32(AII_FM_CANCELLED))

  init(code: Int32) { self.code = code }

  /// An error's end. Its message is the error's own description.
  init(_ code: Int, _ caseName: String, _ error: any Error) {
    self.code = Int32(code)
    self.caseName = caseName
    message = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }

  func give(
    to take: (UnsafeMutableRawPointer?, UnsafePointer<aii_fm_end>?) -> Void,
    _ user: UnsafeMutableRawPointer?
  ) {
    lend(caseName) { name, nameSize in
      lend(message) { text, textSize in
        var end = aii_fm_end(
          code: code, case_name: name, case_name_size: nameSize, message: text,
          message_size: textSize, context_size: contextSize,
          token_count: tokenCount)
        take(user, &end)
      }
    }
  }
}

/// The end that an error of the framework means. Which family of errors is
/// thrown depends on the SDK of the build: the newer one is looked at first.
@available(macOS 26.0, *)
func end(for error: any Error) -> End {
  if error is CancellationError { return .cancelled }
  if let end = newerEnd(for: error) { return end }
  if let error = error as? LanguageModelSession.GenerationError {
    return generationEnd(error)
  }
  if let error = error as? LanguageModelSession.ToolCallError {
    return End(AII_FM_INTERNAL, "ToolCallError", error)
  }
  let plain = error as NSError
  if plain.domain == "com.apple.GenerativeFunctionsFoundation.GenerativeError",
    plain.code == 4_050_000
  {
    return End(AII_FM_CONTEXT_EXCEEDED, "GenerativeError 4050000", error)
  }
  return End(AII_FM_INTERNAL, "\(type(of: error))", error)
}

@available(macOS 26.0, *)
private func generationEnd(_ error: LanguageModelSession.GenerationError) -> End {
  switch error {
  case .exceededContextWindowSize:
    return End(AII_FM_CONTEXT_EXCEEDED, "exceededContextWindowSize", error)
  case .assetsUnavailable:
    return End(AII_FM_ASSETS_UNAVAILABLE, "assetsUnavailable", error)
  case .guardrailViolation:
    return End(AII_FM_GUARDRAIL, "guardrailViolation", error)
  case .refusal:
    return End(AII_FM_GUARDRAIL, "refusal", error)
  case .rateLimited:
    return End(AII_FM_RATE_LIMITED, "rateLimited", error)
  case .concurrentRequests:
    return End(AII_FM_RATE_LIMITED, "concurrentRequests", error)
  case .unsupportedLanguageOrLocale:
    return End(AII_FM_UNSUPPORTED_LANGUAGE, "unsupportedLanguageOrLocale", error)
  case .unsupportedGuide:
    return End(AII_FM_INTERNAL, "unsupportedGuide", error)
  case .decodingFailure:
    return End(AII_FM_INTERNAL, "decodingFailure", error)
  default:
    return End(AII_FM_INTERNAL, "GenerationError", error)
  }
}
