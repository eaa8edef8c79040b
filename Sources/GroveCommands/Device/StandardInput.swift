import Foundation

/// Lines of standard input as they arrive. A thread of its own waits for them, because reading
/// blocks.
enum StandardInput {
  static func lines(maximumLine: Int = 1 << 24) -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    read(maximumLine: maximumLine) { line in
      if let line { continuation.yield(line) } else { continuation.finish() }
    }
    return stream
  }

  /// - Parameter take: called on that thread with each line, and with nil at the end.
  static func read(maximumLine: Int = 1 << 24, _ take: @escaping @Sendable ([UInt8]?) -> Void) {
    let thread = Thread {
      var reader = LineReader(maximumLine: maximumLine) {
        Array(FileHandle.standardInput.availableData)
      }
      while let line = (try? reader.next()) ?? nil { take(line) }
      take(nil)
    }
    thread.start()
  }
}
