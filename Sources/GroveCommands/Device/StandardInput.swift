import Foundation

/// Lines of standard input as they arrive. A thread of its own waits for them, because reading
/// blocks.
enum StandardInput {
  static func lines(maximumLine: Int = 1 << 24) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      let thread = Thread {
        var reader = LineReader(maximumLine: maximumLine) {
          Array(FileHandle.standardInput.availableData)
        }
        while let line = (try? reader.next()) ?? nil { continuation.yield(line) }
        continuation.finish()
      }
      thread.start()
    }
  }
}
