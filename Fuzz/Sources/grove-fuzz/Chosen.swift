import Foundation
import FuzzDecoders

/// The decoder that this process feeds. The arguments are libFuzzer's, so the environment names it.
enum Chosen {
  static let decoder: FuzzDecoder = {
    let name = ProcessInfo.processInfo.environment["GROVE_FUZZ_DECODER"] ?? ""
    guard let decoder = FuzzDecoder(rawValue: name) else {
      let names = FuzzDecoder.allCases.map(\.rawValue).joined(separator: " ")
      FileHandle.standardError.write(Data("GROVE_FUZZ_DECODER is one of: \(names)\n".utf8))
      exit(2)
    }
    return decoder
  }()
}
