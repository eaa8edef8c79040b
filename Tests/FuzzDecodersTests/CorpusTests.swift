import Foundation
import FuzzDecoders
import Testing

struct CorpusTests {
  /// `Fuzz/Corpus`, found from this source file.
  private static var corpus: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fuzz/Corpus")
  }

  static func inputs(_ decoder: FuzzDecoder) throws -> [[UInt8]] {
    let folder = corpus.appending(path: decoder.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
  }

  /// A trap ends this process, so a decoder that traps cannot be reported as anything but a crash.
  @Test(arguments: FuzzDecoder.allCases)
  func `every decoder takes every input of the corpus without a trap`(decoder: FuzzDecoder) throws {
    let inputs = try Self.inputs(decoder)
    #expect(!inputs.isEmpty)
    for input in inputs { decoder.take(input) }
  }

  @Test(arguments: FuzzDecoder.allCases)
  func `every decoder takes every input of every other's corpus without a trap`(
    decoder: FuzzDecoder
  ) throws {
    for other in FuzzDecoder.allCases {
      for input in try Self.inputs(other) { decoder.take(input) }
    }
  }

  @Test func `the corpus has a folder for each decoder and no other, and stays below a megabyte`()
    throws
  {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(Set(folders) == Set(FuzzDecoder.allCases.map(\.rawValue)))
    let bytes = try FuzzDecoder.allCases.flatMap(Self.inputs).reduce(0) { $0 + $1.count }
    #expect(bytes < 1 << 20)
  }
}
