// For an SDK of macOS 27 or later: its errors, and the model's own name.

import AiiFmHeader
import FoundationModels

@available(macOS 26.0, *)
func newerEnd(for error: any Error) -> End? {
  guard #available(macOS 27.0, *) else { return nil }
  if let error = error as? LanguageModelError { return modelEnd(error) }
  if let error = error as? SystemLanguageModel.Error {
    if case .assetsUnavailable = error {
      return End(AII_FM_ASSETS_UNAVAILABLE, "assetsUnavailable", error)
    }
    return End(AII_FM_INTERNAL, "SystemLanguageModel.Error", error)
  }
  if let error = error as? LanguageModelSession.Error { return sessionEnd(error) }
  return nil
}

@available(macOS 27.0, *)
private func modelEnd(_ error: LanguageModelError) -> End {
  switch error {
  case .contextSizeExceeded(let how):
    var end = End(AII_FM_CONTEXT_EXCEEDED, "contextSizeExceeded", error)
    end.contextSize = Int64(how.contextSize)
    end.tokenCount = Int64(how.tokenCount)
    return end
  case .rateLimited:
    return End(AII_FM_RATE_LIMITED, "rateLimited", error)
  case .timeout:
    return End(AII_FM_RATE_LIMITED, "timeout", error)
  case .guardrailViolation:
    return End(AII_FM_GUARDRAIL, "guardrailViolation", error)
  case .refusal:
    return End(AII_FM_GUARDRAIL, "refusal", error)
  case .unsupportedLanguageOrLocale:
    return End(AII_FM_UNSUPPORTED_LANGUAGE, "unsupportedLanguageOrLocale", error)
  case .unsupportedCapability:
    return End(AII_FM_INTERNAL, "unsupportedCapability", error)
  case .unsupportedTranscriptContent:
    return End(AII_FM_INTERNAL, "unsupportedTranscriptContent", error)
  case .unsupportedGenerationGuide:
    return End(AII_FM_INTERNAL, "unsupportedGenerationGuide", error)
  default:
    return End(AII_FM_INTERNAL, "LanguageModelError", error)
  }
}

@available(macOS 27.0, *)
private func sessionEnd(_ error: LanguageModelSession.Error) -> End {
  switch error {
  case .concurrentRequests:
    return End(AII_FM_RATE_LIMITED, "concurrentRequests", error)
  case .transcriptMutationWhileResponding:
    return End(AII_FM_INTERNAL, "transcriptMutationWhileResponding", error)
  default:
    return End(AII_FM_INTERNAL, "LanguageModelSession.Error", error)
  }
}

@available(macOS 26.0, *)
func variantName() -> String {
  if #available(macOS 27.0, *) {
    return SystemLanguageModel.default.variant.displayName
  }
  if #available(macOS 26.4, *) { return "AFM macOS 26.4" }
  return "AFM macOS 26.0\u{2013}26.3"
}
