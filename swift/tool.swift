// The tool of a session: what the model reads of it, and how a call waits.

import AiiFmHeader
import FoundationModels

/// What a call gets that nobody answers any more.
let interrupted = "Error: interrupted"

/// A call that waits for its result.
struct OpenCall: Sendable {
  let request: UInt64
  let continuation: CheckedContinuation<String, Never>

  static let all = Table<OpenCall>()

  static func finish(_ number: UInt64, _ result: String) -> Bool {
    guard let call = all.take(number) else { return false }
    call.continuation.resume(returning: result)
    return true
  }
}

@available(macOS 26.0, *)
struct RunTool: Tool {
  typealias Arguments = GeneratedContent
  typealias Output = String

  let name: String
  let description: String
  let parameters: GenerationSchema
  let serving: Locked<Request?>

  init(_ tool: aii_fm_tool, serving: Locked<Request?>) throws {
    name = text(tool.name, tool.name_size)
    description = text(tool.description, tool.description_size)
    let string = DynamicGenerationSchema(type: String.self)
    let root = DynamicGenerationSchema(
      name: name,
      properties: [
        .init(
          name: "executable",
          description: text(tool.executable_guide, tool.executable_guide_size),
          schema: string),
        .init(
          name: "arguments",
          description: text(tool.arguments_guide, tool.arguments_guide_size),
          schema: DynamicGenerationSchema(arrayOf: string)),
      ])
    parameters = try GenerationSchema(root: root, dependencies: [])
    self.serving = serving
  }

  /// Never throws: a throw would end the whole answer.
  func call(arguments: GeneratedContent) async -> String {
    guard let request = serving.with({ $0 }) else { return interrupted }
    return await request.ask(arguments.jsonString)
  }
}
