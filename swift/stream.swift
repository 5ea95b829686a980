// A request: the framework's stream on one side, the callbacks on the other.

import AiiFmHeader
import FoundationModels

enum Event: Sendable {
  case snapshot(String)
  case call(UInt64, String)
  case end(End)
}

/// The callbacks of one request with their context.
///
/// Sendable is checked by hand: the functions have no state, `user` is never
/// touched here, only given back, and one task alone calls.
struct Callbacks: @unchecked Sendable {
  let events: aii_fm_events
  let user: UnsafeMutableRawPointer?

  func give(_ event: Event) {
    switch event {
    case .snapshot(let snapshot):
      lend(snapshot) { events.snapshot?(user, $0, $1) }
    case .call(let number, let arguments):
      lend(arguments) { events.tool_call?(user, number, $0, $1) }
    case .end(let end):
      end.give(to: { events.end?($0, $1) }, user)
    }
  }
}

@available(macOS 26.0, *)
final class Request: Sendable {
  static let all = Table<Request>()

  let number = all.nextNumber()
  private let alive = Alive(Alive.requests)
  private let events: AsyncStream<Event>.Continuation

  private struct State: Sendable {
    var ended = false
    var work: Task<Void, Never>?
    var calls: Set<UInt64> = []
  }
  private let state = Locked(State())

  private init(_ events: AsyncStream<Event>.Continuation) { self.events = events }

  /// Begins a request: one task takes what the framework gives, one calls back.
  static func begin(
    _ conversation: Conversation, _ prompt: String, _ callbacks: Callbacks
  ) -> Request {
    let (stream, events) = AsyncStream.makeStream(of: Event.self)
    let request = Request(events)
    all.put(request, as: request.number)
    Task.detached { await request.deliver(stream, callbacks) }
    let work = Task.detached { await request.run(conversation, prompt) }
    let ended = request.state.with {
      if !$0.ended { $0.work = work }
      return $0.ended
    }
    if ended { work.cancel() }
    return request
  }

  /// Gives each event until the first end, and nothing after it.
  private func deliver(_ stream: AsyncStream<Event>, _ callbacks: Callbacks) async {
    for await event in stream {
      if case .end = event {
        _ = Request.all.take(number)
        return callbacks.give(event)
      }
      callbacks.give(event)
    }
  }

  private func run(_ conversation: Conversation, _ prompt: String) async {
    do {
      try await conversation.waitUntilIdle()
      conversation.serving.with { $0 = self }
      for try await snapshot in conversation.session.streamResponse(to: prompt) {
        events.yield(.snapshot(snapshot.content))
      }
      try Task.checkCancellation()
      finish(.done)
    } catch {
      finish(end(for: error))
    }
    conversation.serving.with { if $0 === self { $0 = nil } }
  }

  /// The first end counts. Calls that wait are let go.
  private func finish(_ end: End) {
    let waiting = state.with {
      $0.ended = true
      $0.work = nil
      return $0.calls
    }
    events.yield(.end(end))
    events.finish()
    for call in waiting { _ = OpenCall.finish(call, interrupted) }
  }

  /// Does not wait for the framework, which may take its time.
  func cancel() {
    let work = state.with { $0.work }
    finish(.cancelled)
    work?.cancel()
  }

  /// Asks C++ to run a call, and waits without holding a thread.
  func ask(_ arguments: String) async -> String {
    let call = OpenCall.all.nextNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Whoever ends the request or the task after this finds the call; who
        // did before is seen below.
        OpenCall.all.put(
          OpenCall(request: number, continuation: continuation), as: call)
        let ended = state.with {
          $0.calls.insert(call)
          return $0.ended
        }
        if ended || Task.isCancelled {
          _ = OpenCall.finish(call, interrupted)
        } else {
          events.yield(.call(call, arguments))
        }
      }
    } onCancel: {
      _ = OpenCall.finish(call, interrupted)
    }
    state.with { _ = $0.calls.remove(call) }
    return result
  }
}

@_cdecl("aii_fm_stream")
public func stream(
  _ session: UInt64, _ prompt: UnsafePointer<CChar>?, _ size: Int,
  _ events: UnsafePointer<aii_fm_events>?, _ user: UnsafeMutableRawPointer?
) -> UInt64 {
  guard #available(macOS 26.0, *), let events,
    let conversation = Conversation.all[session]
  else { return 0 }
  return conversation.begin(
    text(prompt, size), Callbacks(events: events.pointee, user: user))
}

@_cdecl("aii_fm_cancel")
public func cancel(_ request: UInt64) -> Int32 {
  guard #available(macOS 26.0, *), let request = Request.all[request] else {
    return Int32(AII_FM_REFUSED)
  }
  request.cancel()
  return Int32(AII_FM_OK)
}

@_cdecl("aii_fm_finish")
public func finish(
  _ call: UInt64, _ result: UnsafePointer<CChar>?, _ size: Int
) -> Int32 {
  Int32(OpenCall.finish(call, text(result, size)) ? AII_FM_OK : AII_FM_REFUSED)
}
