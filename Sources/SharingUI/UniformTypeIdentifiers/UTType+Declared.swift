extension UTType {
  /// Anything with a place in a file system: bytes and directories.
  public static var item: UTType { UTType(table: "public.item") }
  /// Anything that can be read, heard or seen: documents, pictures, text.
  public static var content: UTType { UTType(table: "public.content") }
  /// Content with text and pictures in it, such as a PDF.
  public static var compositeContent: UTType { UTType(table: "public.composite-content") }
  /// Any bytes: what a type declared without a parent conforms to.
  public static var data: UTType { UTType(table: "public.data") }
  /// A directory of any kind, a package included.
  public static var directory: UTType { UTType(table: "public.directory") }
  /// A directory that people open to see what is in it.
  public static var folder: UTType { UTType(table: "public.folder") }
  /// A directory that people see as one file.
  public static var package: UTType { UTType(table: "com.apple.package") }
  /// Text of any kind, with or without markup.
  public static var text: UTType { UTType(table: "public.text") }
  /// Text without markup, in any encoding (`text/plain`).
  public static var plainText: UTType { UTType(table: "public.plain-text") }
  /// Text without markup in UTF-8: what a string is handed over as.
  public static var utf8PlainText: UTType { UTType(table: "public.utf8-plain-text") }
  /// Lines of values with commas between (RFC 4180).
  public static var commaSeparatedText: UTType {
    UTType(table: "public.comma-separated-values-text")
  }
  /// Microsoft's Rich Text Format, without attachments.
  public static var rtf: UTType { UTType(table: "public.rtf") }
  /// HTML of any version.
  public static var html: UTType { UTType(table: "public.html") }
  public static var xml: UTType { UTType(table: "public.xml") }
  /// JSON (RFC 8259).
  public static var json: UTType { UTType(table: "public.json") }
  /// The text of a program, in any language.
  public static var sourceCode: UTType { UTType(table: "public.source-code") }
  public static var swiftSource: UTType { UTType(table: "public.swift-source") }
  /// A script or module in JavaScript (RFC 9239).
  public static var javaScript: UTType { UTType(table: "com.netscape.javascript-source") }
  /// YAML; its media type is that of RFC 9512.
  public static var yaml: UTType { UTType(table: "public.yaml") }
  /// A document in Adobe's PDF.
  public static var pdf: UTType { UTType(table: "com.adobe.pdf") }
  /// An electronic book in one file (`application/epub+zip`).
  public static var epub: UTType { UTType(table: "org.idpf.epub-container") }
  /// A picture of any format.
  public static var image: UTType { UTType(table: "public.image") }
  public static var png: UTType { UTType(table: "public.png") }
  public static var jpeg: UTType { UTType(table: "public.jpeg") }
  public static var gif: UTType { UTType(table: "com.compuserve.gif") }
  public static var webP: UTType { UTType(table: "org.webmproject.webp") }
  public static var heic: UTType { UTType(table: "public.heic") }
  public static var tiff: UTType { UTType(table: "public.tiff") }
  public static var bmp: UTType { UTType(table: "com.microsoft.bmp") }
  /// A drawing in XML: both an image and text.
  public static var svg: UTType { UTType(table: "public.svg-image") }
  /// Sound, pictures that move, or both.
  public static var audiovisualContent: UTType { UTType(table: "public.audiovisual-content") }
  /// Pictures that move, with or without sound.
  public static var movie: UTType { UTType(table: "public.movie") }
  /// Pictures that move, without sound.
  public static var video: UTType { UTType(table: "public.video") }
  /// A movie in an MP4 file.
  public static var mpeg4Movie: UTType { UTType(table: "public.mpeg-4") }
  public static var quickTimeMovie: UTType { UTType(table: "com.apple.quicktime-movie") }
  /// Sound without pictures.
  public static var audio: UTType { UTType(table: "public.audio") }
  public static var mp3: UTType { UTType(table: "public.mp3") }
  /// Sound in an MP4 file, with the ending `m4a`.
  public static var mpeg4Audio: UTType { UTType(table: "public.mpeg-4-audio") }
  /// Sound in Microsoft's waveform format.
  public static var wav: UTType { UTType(table: "com.microsoft.waveform-audio") }
  /// Files packed into one.
  public static var archive: UTType { UTType(table: "public.archive") }
  public static var zip: UTType { UTType(table: "public.zip-archive") }
  /// One file, compressed (RFC 1952).
  public static var gzip: UTType { UTType(table: "org.gnu.gnu-zip-archive") }
  /// An address, as UTF-8 text.
  public static var url: UTType { UTType(table: "public.url") }
  /// The address of a file on this device, as UTF-8 text.
  public static var fileURL: UTType { UTType(table: "public.file-url") }
  /// A person's address card (RFC 6350).
  public static var vCard: UTType { UTType(table: "public.vcard") }
  /// An appointment, in any format.
  public static var calendarEvent: UTType { UTType(table: "public.calendar-event") }
  /// A person's address, in any format.
  public static var contact: UTType { UTType(table: "public.contact") }
  /// A mail or a message, in any format.
  public static var message: UTType { UTType(table: "public.message") }
  /// A table for calculating, in any format.
  public static var spreadsheet: UTType { UTType(table: "public.spreadsheet") }
  /// Slides, in any format.
  public static var presentation: UTType { UTType(table: "public.presentation") }
  /// Records, in any format.
  public static var database: UTType { UTType(table: "public.database") }
}
