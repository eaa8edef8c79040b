import Foundation

/// Standard output that reaches a pipe line by line.
enum FlushedOutput {
  static func flush() { fflush(nil) }

  static func print(_ text: String) {
    Swift.print(text)
    flush()
  }
}
