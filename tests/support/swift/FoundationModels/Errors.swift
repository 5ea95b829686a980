// Both families of errors, and how a script names their cases.

import Foundation

@available(macOS 26.0, *)
extension LanguageModelSession {
  public enum GenerationError: Swift.Error, LocalizedError {
    public struct Context: Sendable {
      public let debugDescription: String
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }
    public struct Refusal: Sendable {}

    case exceededContextWindowSize(Context)
    case assetsUnavailable(Context)
    case guardrailViolation(Context)
    case unsupportedGuide(Context)
    case unsupportedLanguageOrLocale(Context)
    case decodingFailure(Context)
    case rateLimited(Context)
    case concurrentRequests(Context)
    case refusal(Refusal, Context)
    case notKnownToTheShim

    public var errorDescription: String? { "told by the stand-in" }
  }

  public struct ToolCallError: Swift.Error, LocalizedError {
    public var tool: any Tool
    public var underlyingError: any Swift.Error
    public var errorDescription: String? { "told by the stand-in" }
  }
}

#if SDK27
  @available(macOS 27.0, *)
  public enum LanguageModelError: Swift.Error, LocalizedError {
    public struct ContextSizeExceeded: Sendable {
      public var contextSize: Int
      public var tokenCount: Int
    }
    public struct Payload: Sendable {}

    case contextSizeExceeded(ContextSizeExceeded)
    case rateLimited(Payload)
    case guardrailViolation(Payload)
    case refusal(Payload)
    case unsupportedCapability(Payload)
    case unsupportedTranscriptContent(Payload)
    case unsupportedGenerationGuide(Payload)
    case unsupportedLanguageOrLocale(Payload)
    case timeout(Payload)
    case notKnownToTheShim

    public var errorDescription: String? { "told by the stand-in" }
  }

  @available(macOS 27.0, *)
  extension SystemLanguageModel {
    public enum Error: Swift.Error, LocalizedError {
      public struct AssetsUnavailable: Sendable {}
      case assetsUnavailable(AssetsUnavailable)
      case notKnownToTheShim
      public var errorDescription: String? { "told by the stand-in" }
    }
  }

  @available(macOS 27.0, *)
  extension LanguageModelSession {
    public enum Error: Swift.Error, LocalizedError {
      case concurrentRequests
      case transcriptMutationWhileResponding
      case notKnownToTheShim
      public var errorDescription: String? { "told by the stand-in" }
    }
  }
#endif

struct Unexpected: Swift.Error, LocalizedError {
  let what: String
  var errorDescription: String? { what }
}

/// The error that a script names: "GenerationError.refusal", or a code of the
/// manual as docs/scripts.md has it.
@available(macOS 26.0, *)
func namedError(_ name: String, tool: (any Tool)?) -> any Swift.Error {
  #if SDK27
    if #available(macOS 27.0, *), let error = newerError(name) { return error }
  #endif
  typealias Old = LanguageModelSession.GenerationError
  let context = Old.Context(debugDescription: "told by the stand-in")
  switch name {
  case "GenerationError.exceededContextWindowSize", "context_exceeded":
    return Old.exceededContextWindowSize(context)
  case "GenerationError.assetsUnavailable", "assets_unavailable":
    return Old.assetsUnavailable(context)
  case "GenerationError.guardrailViolation", "guardrail_violation":
    return Old.guardrailViolation(context)
  case "GenerationError.unsupportedGuide": return Old.unsupportedGuide(context)
  case "GenerationError.unsupportedLanguageOrLocale", "unsupported_language":
    return Old.unsupportedLanguageOrLocale(context)
  case "GenerationError.decodingFailure": return Old.decodingFailure(context)
  case "GenerationError.rateLimited", "rate_limited":
    return Old.rateLimited(context)
  case "GenerationError.concurrentRequests":
    return Old.concurrentRequests(context)
  case "GenerationError.refusal": return Old.refusal(.init(), context)
  case "GenerationError.notKnownToTheShim": return Old.notKnownToTheShim
  case "ToolCallError":
    guard let tool else { return Unexpected(what: "no tool") }
    return LanguageModelSession.ToolCallError(
      tool: tool, underlyingError: Unexpected(what: "why"))
  case "GenerativeError":
    return NSError(
      domain: "com.apple.GenerativeFunctionsFoundation.GenerativeError",
      code: 4_050_000)
  case "CancellationError": return CancellationError()
  default: return Unexpected(what: name)
  }
}

#if SDK27
  @available(macOS 27.0, *)
  private func newerError(_ name: String) -> (any Swift.Error)? {
    let payload = LanguageModelError.Payload()
    switch name {
    case "LanguageModelError.contextSizeExceeded", "context_exceeded":
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: 8192, tokenCount: 9000))
    case "LanguageModelError.rateLimited", "rate_limited":
      return LanguageModelError.rateLimited(payload)
    case "LanguageModelError.guardrailViolation", "guardrail_violation":
      return LanguageModelError.guardrailViolation(payload)
    case "LanguageModelError.refusal": return LanguageModelError.refusal(payload)
    case "LanguageModelError.unsupportedCapability":
      return LanguageModelError.unsupportedCapability(payload)
    case "LanguageModelError.unsupportedTranscriptContent":
      return LanguageModelError.unsupportedTranscriptContent(payload)
    case "LanguageModelError.unsupportedGenerationGuide":
      return LanguageModelError.unsupportedGenerationGuide(payload)
    case "LanguageModelError.unsupportedLanguageOrLocale", "unsupported_language":
      return LanguageModelError.unsupportedLanguageOrLocale(payload)
    case "LanguageModelError.timeout": return LanguageModelError.timeout(payload)
    case "SystemLanguageModel.Error.assetsUnavailable", "assets_unavailable":
      return SystemLanguageModel.Error.assetsUnavailable(.init())
    case "LanguageModelSession.Error.concurrentRequests":
      return LanguageModelSession.Error.concurrentRequests
    case "LanguageModelSession.Error.transcriptMutationWhileResponding":
      return LanguageModelSession.Error.transcriptMutationWhileResponding
    case "LanguageModelError.notKnownToTheShim":
      return LanguageModelError.notKnownToTheShim
    case "SystemLanguageModel.Error.notKnownToTheShim":
      return SystemLanguageModel.Error.notKnownToTheShim
    case "LanguageModelSession.Error.notKnownToTheShim":
      return LanguageModelSession.Error.notKnownToTheShim
    default: return nil
    }
  }
#endif
