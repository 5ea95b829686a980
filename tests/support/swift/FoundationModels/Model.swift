// A stand-in for Apple's FoundationModels on systems without it: the names and
// shapes of the SDK, as far as the shim uses them, over a script player. With
// SDK27 defined, what the SDK of macOS 27 adds. An enumeration that may grow has
// a case that the shim does not know.

import Foundation

@available(macOS 26.0, *)
public final class SystemLanguageModel: Sendable {
  public static let `default` = SystemLanguageModel()

  @frozen public enum Availability: Equatable, Sendable {
    public enum UnavailableReason: Equatable, Sendable {
      case deviceNotEligible
      case appleIntelligenceNotEnabled
      case modelNotReady
      case notKnownToTheShim
    }
    case available
    case unavailable(UnavailableReason)
  }

  private let script = Script.fromEnvironment()
  private var told: [String: Any] { script.model }

  public var availability: Availability {
    switch told["availability"] as? String {
    case nil, "available": .available
    case "deviceNotEligible": .unavailable(.deviceNotEligible)
    case "appleIntelligenceNotEnabled": .unavailable(.appleIntelligenceNotEnabled)
    case "modelNotReady": .unavailable(.modelNotReady)
    default: .unavailable(.notKnownToTheShim)
    }
  }

  public var contextSize: Int { told["context_tokens"] as? Int ?? 4096 }

  public var supportedLanguages: Set<Locale.Language> {
    let names = told["languages"] as? [String] ?? ["en-US", "zh-Hans", "zh-Hant"]
    return Set(names.map { Locale.Language(identifier: $0) })
  }

  struct CanNotCount: Swift.Error {}

  @available(macOS 26.4, *)
  public func tokenCount(for prompt: String) async throws -> Int {
    guard let count = told["tokens"] as? Int else { throw CanNotCount() }
    return count
  }

  #if SDK27
    public struct Variant: Sendable { public let displayName: String }
    public var variant: Variant {
      Variant(displayName: told["variant"] as? String ?? "AFM 3 Core")
    }
  #endif
}
