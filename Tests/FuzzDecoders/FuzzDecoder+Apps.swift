import Foundation
import GroveAgent
import GroveIdentity
import NIOCore
import SharedWithYouCore
import SharingUI

extension FuzzDecoder {
  func takeApp(_ input: [UInt8]) {
    switch self {
    case .clientLines: takeLines(input, of: ClientFrame.self)
    case .agentLines: takeLines(input, of: AgentFrame.self)
    case .itemMetadata:
      guard let metadata = try? MetadataRepresentation.decode(Data(input)) else { return }
      guard let written = try? MetadataRepresentation.encode(metadata) else {
        return require(false, "metadata is written back")
      }
      require((try? MetadataRepresentation.decode(written)) != nil, "metadata reads back")
    default:
      let text = String(decoding: input, as: UTF8.self)
      for language in ["en_US", "hu_HU", "ja_JP"] {
        let strategy = PersonNameComponents.ParseStrategy(locale: Locale(identifier: language))
        guard let name = try? strategy.parse(text) else { continue }
        _ = PersonNameComponents.FormatStyle(style: .long).format(name)
      }
    }
  }

  /// The same lines, in whatever pieces the bytes come; then each of them as what it says.
  private func takeLines(_ input: [UInt8], of type: (some Codable & SendableMetatype).Type) {
    guard let cut = input.first else { return }
    let bytes = Array(input.dropFirst())
    let whole = Self.lines(bytes, step: max(bytes.count, 1))
    require(whole == Self.lines(bytes, step: Int(cut) + 1), "lines do not depend on the pieces")
    for line in whole {
      guard let frame = try? StrictJSON.decode(type, from: line),
        let written = try? StrictJSON.encode(frame)
      else { continue }
      let again = (try? StrictJSON.decode(type, from: written)).flatMap {
        try? StrictJSON.encode($0)
      }
      require(again == written, "a line reads back")
      require(!written.contains(10), "a line is one line")
    }
  }

  private static func lines(_ bytes: [UInt8], step: Int) -> [[UInt8]] {
    var decoder = LineDecoder(limit: LineLimit(1024))
    var buffer = ByteBuffer()
    var lines: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      buffer.writeBytes(bytes[start..<min(start + step, bytes.count)])
      do {
        while let line = try decoder.decode(buffer: &buffer) { lines.append(line) }
      } catch {
        return lines
      }
    }
    return lines
  }
}
