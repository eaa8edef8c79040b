import Foundation

/// What kind of thing a file is and how large, in the words of the drive's page: `Tests/Vectors/file-words.json` is the one
/// source, and the page's module is compared with it too.
enum FileWords {
  private static let kinds: [(kind: String, endings: Set<String>)] = [
    ("Image", words("png jpg jpeg gif webp avif bmp svg ico heic tif tiff")),
    ("PDF", ["pdf"]),
    (
      "Text",
      words(
        """
        txt md log csv tsv json xml yml yaml toml ini conf htm html css js mjs ts swift py sh c h cpp rs go java tex srt \
        vcf ics
        """)
    ),
    ("Document", words("doc docx odt rtf pages epub")),
    ("Table", words("xls xlsx ods numbers")),
    ("Slides", words("ppt pptx odp key")),
    ("Sound", words("mp3 m4a ogg opus flac wav")),
    ("Film", words("mp4 m4v mov webm mkv avi")),
    ("Archive", words("zip tar gz tgz xz zst 7z rar bz2")),
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  /// Goes by the ending of the name; a name that begins with its only dot has none.
  static func kind(_ name: String, isFolder: Bool) -> String {
    guard !isFolder else { return "Folder" }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "File" }
    let ending = name[name.index(after: dot)...].lowercased()
    return kinds.first { $0.endings.contains(ending) }?.kind ?? "File"
  }

  /// “12 kB”, in powers of 1000 as file managers count.
  static func size(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var units = ["kB", "MB", "GB", "TB"][...]
    var value = Double(bytes) / 1000
    // What would be rounded to a thousand is one of the next.
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    let tenths = Int((value * 10).rounded())
    let isShort = value < 9.95 && tenths % 10 != 0
    let number = isShort ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return number + " " + (units.first ?? "")
  }

  static func kindAndSize(_ name: String, isFolder: Bool, _ bytes: UInt64) -> String {
    kind(name, isFolder: isFolder) + (isFolder ? "" : ", " + size(bytes))
  }
}
