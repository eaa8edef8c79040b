extension UTType {
  public static var item: UTType { UTType(table: "public.item") }
  public static var content: UTType { UTType(table: "public.content") }
  public static var compositeContent: UTType { UTType(table: "public.composite-content") }
  public static var data: UTType { UTType(table: "public.data") }
  public static var directory: UTType { UTType(table: "public.directory") }
  public static var folder: UTType { UTType(table: "public.folder") }
  public static var package: UTType { UTType(table: "com.apple.package") }
  public static var text: UTType { UTType(table: "public.text") }
  public static var plainText: UTType { UTType(table: "public.plain-text") }
  public static var utf8PlainText: UTType { UTType(table: "public.utf8-plain-text") }
  public static var commaSeparatedText: UTType {
    UTType(table: "public.comma-separated-values-text")
  }
  public static var rtf: UTType { UTType(table: "public.rtf") }
  public static var html: UTType { UTType(table: "public.html") }
  public static var xml: UTType { UTType(table: "public.xml") }
  public static var json: UTType { UTType(table: "public.json") }
  public static var sourceCode: UTType { UTType(table: "public.source-code") }
  public static var swiftSource: UTType { UTType(table: "public.swift-source") }
  public static var javaScript: UTType { UTType(table: "com.netscape.javascript-source") }
  public static var yaml: UTType { UTType(table: "public.yaml") }
  public static var pdf: UTType { UTType(table: "com.adobe.pdf") }
  public static var epub: UTType { UTType(table: "org.idpf.epub-container") }
  public static var image: UTType { UTType(table: "public.image") }
  public static var png: UTType { UTType(table: "public.png") }
  public static var jpeg: UTType { UTType(table: "public.jpeg") }
  public static var gif: UTType { UTType(table: "com.compuserve.gif") }
  public static var webP: UTType { UTType(table: "org.webmproject.webp") }
  public static var heic: UTType { UTType(table: "public.heic") }
  public static var tiff: UTType { UTType(table: "public.tiff") }
  public static var bmp: UTType { UTType(table: "com.microsoft.bmp") }
  public static var svg: UTType { UTType(table: "public.svg-image") }
  public static var audiovisualContent: UTType { UTType(table: "public.audiovisual-content") }
  public static var movie: UTType { UTType(table: "public.movie") }
  public static var video: UTType { UTType(table: "public.video") }
  public static var mpeg4Movie: UTType { UTType(table: "public.mpeg-4") }
  public static var quickTimeMovie: UTType { UTType(table: "com.apple.quicktime-movie") }
  public static var audio: UTType { UTType(table: "public.audio") }
  public static var mp3: UTType { UTType(table: "public.mp3") }
  public static var mpeg4Audio: UTType { UTType(table: "public.mpeg-4-audio") }
  public static var wav: UTType { UTType(table: "com.microsoft.waveform-audio") }
  public static var archive: UTType { UTType(table: "public.archive") }
  public static var zip: UTType { UTType(table: "public.zip-archive") }
  public static var gzip: UTType { UTType(table: "org.gnu.gnu-zip-archive") }
  public static var url: UTType { UTType(table: "public.url") }
  public static var fileURL: UTType { UTType(table: "public.file-url") }
  public static var vCard: UTType { UTType(table: "public.vcard") }
  public static var calendarEvent: UTType { UTType(table: "public.calendar-event") }
  public static var contact: UTType { UTType(table: "public.contact") }
  public static var message: UTType { UTType(table: "public.message") }
  public static var spreadsheet: UTType { UTType(table: "public.spreadsheet") }
  public static var presentation: UTType { UTType(table: "public.presentation") }
  public static var database: UTType { UTType(table: "public.database") }
}
