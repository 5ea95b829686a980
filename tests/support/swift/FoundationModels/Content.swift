// What goes in and out of a tool, and its schema.

@available(macOS 26.0, *)
public protocol PromptRepresentable {}
@available(macOS 26.0, *)
extension String: PromptRepresentable {}

@available(macOS 26.0, *)
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  init(_ content: GeneratedContent) throws
}

@available(macOS 26.0, *)
public protocol Generable: ConvertibleFromGeneratedContent {}

@available(macOS 26.0, *)
extension String: Generable {
  public init(_ content: GeneratedContent) { self = content.jsonString }
}

@available(macOS 26.0, *)
public struct GeneratedContent: Sendable, Generable {
  public let jsonString: String
  public init(json: String) throws { jsonString = json }
  public init(_ content: GeneratedContent) { self = content }
}

@available(macOS 26.0, *)
public struct DynamicGenerationSchema: Sendable {
  public struct Property: Sendable {
    let name: String
    let description: String?
    let schema: DynamicGenerationSchema

    public init(
      name: String, description: String? = nil, schema: DynamicGenerationSchema,
      isOptional: Bool = false
    ) {
      self.name = name
      self.description = description
      self.schema = schema
    }
  }

  let properties: [Property]

  public init(name: String, description: String? = nil, properties: [Property]) {
    self.properties = properties
  }
  public init(
    arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil,
    maximumElements: Int? = nil
  ) {
    properties = []
  }
  public init<Value: Generable>(type: Value.Type) { properties = [] }
}

@available(macOS 26.0, *)
public struct GenerationSchema: Sendable {
  let root: DynamicGenerationSchema

  struct NothingInIt: Swift.Error {}

  public init(
    root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]
  ) throws {
    guard !root.properties.isEmpty else { throw NothingInIt() }
    self.root = root
  }
}

@available(macOS 26.0, *)
public protocol Tool<Arguments, Output>: Sendable {
  associatedtype Output: PromptRepresentable
  associatedtype Arguments: ConvertibleFromGeneratedContent

  var name: String { get }
  var description: String { get }
  var parameters: GenerationSchema { get }
  @concurrent func call(arguments: Arguments) async throws -> Output
}
