// What lives, and who may touch it.

import AiiFmHeader
import Foundation

/// A value that one thread at a time touches.
///
/// Sendable is checked by hand: `value` is private, and `with` is the only
/// function that touches it, under the lock. NSLock and not Mutex, because
/// Mutex needs macOS 15 and is not seen by ThreadSanitizer on Linux.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Things by number, as C++ names them. A number is never given twice.
final class Table<Element: Sendable>: Sendable {
  private struct Entries: Sendable {
    var last: UInt64 = 0
    var elements: [UInt64: Element] = [:]
  }
  private let entries = Locked(Entries())

  func nextNumber() -> UInt64 {
    entries.with {
      $0.last += 1
      return $0.last
    }
  }

  func put(_ element: Element, as number: UInt64) {
    entries.with { $0.elements[number] = element }
  }

  subscript(number: UInt64) -> Element? {
    entries.with { $0.elements[number] }
  }

  /// Takes one out: who gets it is the only one who has it.
  func take(_ number: UInt64) -> Element? {
    entries.with { $0.elements.removeValue(forKey: number) }
  }

  var count: Int { entries.with { $0.elements.count } }
}

/// Counts the objects that hold one.
final class Alive: Sendable {
  static let sessions = Locked(0)
  static let requests = Locked(0)

  private let count: Locked<Int>

  init(_ count: Locked<Int>) {
    self.count = count
    count.with { $0 += 1 }
  }

  deinit { count.with { $0 -= 1 } }
}

/// Bytes that C++ gave, as text; what is no UTF-8 becomes U+FFFD.
func text(_ bytes: UnsafePointer<CChar>?, _ size: Int) -> String {
  guard let bytes, size > 0 else { return "" }
  return bytes.withMemoryRebound(to: UInt8.self, capacity: size) {
    String(decoding: UnsafeBufferPointer(start: $0, count: size), as: UTF8.self)
  }
}

/// Lends the bytes of `text` to C++ for the time of `body`.
func lend<Result>(
  _ text: String, _ body: (UnsafePointer<CChar>?, Int) -> Result
) -> Result {
  var text = text
  return text.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
  }
}
