// Scripts of docs/scripts.md, as far as a framework can play them, and steps
// that only a framework has:
//   {"snapshot": "text"}   this very snapshot, whatever came before
//   {"calls": [{…}, {…}]}  tool calls at the same time
//   {"throw": "Type.case"} the error of that name
//   {"talk": true}         text without an end
//   {"deaf_ms": 50}        thinks, and hears no cancel
//   {"model": {…}}         also "availability" and "tokens"
// The file's path is in AII_STANDIN_SCRIPT.

import Foundation

struct Step: @unchecked Sendable {
  // Sendable is checked by hand: made of values that nobody changes.
  let fields: [String: Any]

  func string(_ name: String) -> String? { fields[name] as? String }
  func number(_ name: String) -> Int? { fields[name] as? Int }

  /// The arguments of the calls of this step, as JSON.
  var calls: [String]? {
    if let raw = string("call_raw") { return [raw] }
    if let call = fields["call"] { return [json(call)] }
    return (fields["calls"] as? [Any])?.map(json)
  }

  private func json(_ value: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

struct Script: @unchecked Sendable {
  // Sendable is checked by hand: made of values that nobody changes.
  let steps: [Step]
  let model: [String: Any]

  init(text: String) {
    steps = text.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"),
        let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
      else { return nil }
      return (value as? [String: Any]).map(Step.init)
    }
    model = steps.lazy.compactMap { $0.fields["model"] as? [String: Any] }.first ?? [:]
  }

  static func fromEnvironment() -> Script {
    guard let path = ProcessInfo.processInfo.environment["AII_STANDIN_SCRIPT"],
      let data = FileManager.default.contents(atPath: path)
    else { return Script(text: "") }
    return Script(text: String(decoding: data, as: UTF8.self))
  }
}
