// A conversation that plays a script.

import Foundation

@available(macOS 26.0, *)
public struct GenerationOptions: Sendable { public init() {} }

@available(macOS 26.0, *)
public struct Prompt: Sendable {}

@available(macOS 26.0, *)
public final class LanguageModelSession: @unchecked Sendable {
  // Sendable is checked by hand: what changes is touched under the lock.
  private let lock = NSLock()
  private var responding = false
  private var next = 0  // of the steps

  private let script = Script.fromEnvironment()
  private let tools: [any Tool]

  public init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    instructions: String? = nil
  ) {
    self.tools = tools
  }

  public var isResponding: Bool { locked { responding } }

  public func prewarm(promptPrefix: Prompt? = nil) {}

  public struct ResponseStream<Content: Sendable>: AsyncSequence {
    public struct Snapshot: Sendable { public let content: Content }
    public typealias Element = Snapshot

    let snapshots: AsyncThrowingStream<Snapshot, any Swift.Error>
    let taken: Taken

    public struct AsyncIterator: AsyncIteratorProtocol {
      var snapshots: AsyncThrowingStream<Snapshot, any Swift.Error>.Iterator
      let taken: Taken

      public mutating func next() async throws -> Snapshot? {
        taken.note()
        return try await snapshots.next()
      }
    }

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(snapshots: snapshots.makeAsyncIterator(), taken: taken)
    }
  }

  public func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) -> ResponseStream<String> {
    let busy = locked {
      defer { responding = true }
      return responding
    }
    let taken = Taken()
    let snapshots = AsyncThrowingStream<
      ResponseStream<String>.Snapshot, any Swift.Error
    > { continuation in
      guard !busy else {
        continuation.finish(
          throwing: namedError("GenerationError.concurrentRequests", tool: nil))
        return
      }
      let task = Task.detached {
        let turn = Turn(prompt: prompt, tool: self.tools.first, taken: taken) {
          continuation.yield(.init(content: $0))
        }
        do {
          try await self.play(turn)
          self.locked { self.responding = false }
          continuation.finish()
        } catch {
          self.skipTurn()
          self.locked { self.responding = false }
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    return ResponseStream(snapshots: snapshots, taken: taken)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  private func nextStep() -> Step? {
    locked {
      guard next < script.steps.count else { return nil }
      defer { next += 1 }
      return script.steps[next]
    }
  }

  private func skipTurn() {
    while let step = nextStep(), step.fields["end"] == nil {}
  }

  private func play(_ turn: Turn) async throws {
    while true {
      // Before a step is taken, so that skipTurn() sees the turn's end.
      try Task.checkCancellation()
      guard let step = nextStep(), step.fields["end"] == nil else { return }
      try await turn.play(step)
    }
  }
}

/// Counts how often the one who listens has asked for a snapshot.
public final class Taken: @unchecked Sendable {
  // Sendable is checked by hand: what changes is touched under the lock.
  private let lock = NSLock()
  private var asked = 0

  func note() {
    lock.lock()
    asked += 1
    lock.unlock()
  }

  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return asked
  }
}

/// One answer.
@available(macOS 26.0, *)
private final class Turn {
  private let prompt: String
  private let tool: (any Tool)?
  private let yield: (String) -> Void
  private let taken: Taken
  private var given = 0
  private var answer = ""
  private var result = ""

  init(
    prompt: String, tool: (any Tool)?, taken: Taken,
    yield: @escaping (String) -> Void
  ) {
    self.prompt = prompt
    self.tool = tool
    self.taken = taken
    self.yield = yield
  }

  func play(_ step: Step) async throws {
    if let text = step.string("say") { return say(text) }
    if step.fields["say_result"] != nil { return say(result) }
    if step.fields["say_message"] != nil { return say(prompt) }
    if let text = step.string("snapshot") { return give(text) }
    if let calls = step.calls { return try await call(calls) }
    if let part = step.string("expect_message") { return try expect(part, prompt) }
    if let part = step.string("expect_result") { return try expect(part, result) }
    if let name = step.string("throw") { throw namedError(name, tool: tool) }
    if let fault = step.fields["fail"] as? [String: Any] {
      throw namedError(fault["code"] as? String ?? "", tool: tool)
    }
    if let pause = step.number("delay_ms") {
      try await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000)
    }
    if let pause = step.number("deaf_ms") {
      let deaf = Task.detached {
        try? await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000)
      }
      await deaf.value
    }
    if step.fields["talk"] != nil { try await talk() }
  }

  private func say(_ text: String) {
    guard !text.isEmpty else { return }
    answer += text
    give(answer)
  }

  private func give(_ snapshot: String) {
    given += 1
    yield(snapshot)
  }

  private func expect(_ part: String, _ whole: String) throws {
    guard whole.contains(part) else {
      throw Unexpected(what: "'\(part)' is not in '\(whole)'")
    }
  }

  /// After a call the answer starts over.
  private func call(_ arguments: [String]) async throws {
    guard let tool else { throw Unexpected(what: "there is no tool") }
    // What was said before the call has arrived before it.
    while taken.count <= given, !Task.isCancelled { await Task.yield() }
    result = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, json) in arguments.enumerated() {
        group.addTask { (index, try await invoke(tool, json)) }
      }
      var results = Array(repeating: "", count: arguments.count)
      for try await (index, text) in group { results[index] = text }
      return results.joined(separator: "\n")
    }
    try Task.checkCancellation()
    answer = ""
  }

  private func talk() async throws {
    for count in 0... {
      try await Task.sleep(nanoseconds: 1_000_000)
      say("\(count) ")
    }
  }
}

@available(macOS 26.0, *)
private func invoke<T: Tool>(_ tool: T, _ json: String) async throws -> String {
  let arguments = try T.Arguments(GeneratedContent(json: json))
  return "\(try await tool.call(arguments: arguments))"
}
