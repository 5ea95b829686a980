// A conversation with the model.

import AiiFmHeader
import FoundationModels

@available(macOS 26.0, *)
final class Conversation: Sendable {
  static let all = Table<Conversation>()

  /// How long a request waits for one before it to be wound up.
  static let patience = 5.0  // seconds
  private static let pause: UInt64 = 5_000_000  // nanoseconds

  let session: LanguageModelSession
  /// The request whose tool calls come now.
  let serving: Locked<Request?>
  private let latest = Locked<Request?>(nil)
  private let alive = Alive(Alive.sessions)

  init(instructions: String, tool: aii_fm_tool?) throws {
    let serving = Locked<Request?>(nil)
    let tools = try tool.map { [try RunTool($0, serving: serving)] } ?? []
    self.serving = serving
    session = LanguageModelSession(
      tools: tools, instructions: instructions.isEmpty ? nil : instructions)
  }

  func begin(_ prompt: String, _ callbacks: Callbacks) -> UInt64 {
    let request = Request.begin(self, prompt, callbacks)
    latest.with { $0 = request }
    return request.number
  }

  /// The framework takes one request at a time, and one that was cancelled may
  /// still be under way.
  func waitUntilIdle() async throws {
    var waited = 0.0
    while session.isResponding, waited < Conversation.patience {
      try await Task.sleep(nanoseconds: Conversation.pause)
      waited += Double(Conversation.pause) / 1e9
    }
    try Task.checkCancellation()
  }

  func end() {
    let request = latest.with { latest in
      defer { latest = nil }
      return latest
    }
    request?.cancel()
  }
}

@_cdecl("aii_fm_session_create")
public func createSession(
  _ instructions: UnsafePointer<CChar>?, _ size: Int,
  _ tool: UnsafePointer<aii_fm_tool>?
) -> UInt64 {
  guard #available(macOS 26.0, *),
    let conversation = try? Conversation(
      instructions: text(instructions, size), tool: tool?.pointee)
  else { return 0 }
  let number = Conversation.all.nextNumber()
  Conversation.all.put(conversation, as: number)
  return number
}

@_cdecl("aii_fm_session_prewarm")
public func prewarmSession(_ session: UInt64) {
  guard #available(macOS 26.0, *) else { return }
  Conversation.all[session]?.session.prewarm()
}

@_cdecl("aii_fm_session_destroy")
public func destroySession(_ session: UInt64) {
  guard #available(macOS 26.0, *) else { return }
  Conversation.all.take(session)?.end()
}

@_cdecl("aii_fm_live")
public func live(_ kind: Int32) -> Int64 {
  switch Int(kind) {
  case AII_FM_SESSIONS: return Int64(Alive.sessions.with { $0 })
  case AII_FM_REQUESTS: return Int64(Alive.requests.with { $0 })
  default: return Int64(OpenCall.all.count)
  }
}
