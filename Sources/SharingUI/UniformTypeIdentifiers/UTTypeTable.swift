/// The types the framework knows, with their published identifiers, file endings and media types.
enum UTTypeTable {
  static let rows: [UTTypeRegistry.Declaration] = [
    row("public.item", [], [], [], "item"),
    row("public.content", [], [], [], "content"),
    row("public.composite-content", ["public.content"], [], [], "composite content"),
    row("public.data", ["public.item"], [], ["application/octet-stream"], "data"),
    row("public.directory", ["public.item"], [], [], "directory"),
    row("public.folder", ["public.directory"], [], [], "folder"),
    row("com.apple.package", ["public.directory"], [], [], "package"),
    row("public.text", ["public.data", "public.content"], [], [], "text"),
    row("public.plain-text", ["public.text"], ["txt", "text"], ["text/plain"], "text"),
    row("public.utf8-plain-text", ["public.plain-text"], [], [], "Unicode text"),
    row(
      "public.comma-separated-values-text", ["public.plain-text"], ["csv"],
      ["text/csv"], "CSV text"),
    row("public.rtf", ["public.text"], ["rtf"], ["text/rtf", "application/rtf"], "rich text"),
    row("public.html", ["public.text"], ["html", "htm"], ["text/html"], "HTML text"),
    row("public.xml", ["public.text"], ["xml"], ["application/xml", "text/xml"], "XML text"),
    row("public.json", ["public.text"], ["json"], ["application/json"], "JSON"),
    row("public.source-code", ["public.plain-text"], [], [], "source code"),
    row("public.swift-source", ["public.source-code"], ["swift"], ["text/x-swift"], "Swift source"),
    row(
      "com.netscape.javascript-source", ["public.source-code"], ["js", "mjs"],
      ["text/javascript", "application/javascript"], "JavaScript source"),
    row("public.yaml", ["public.text"], ["yaml", "yml"], ["application/yaml"], "YAML"),
    row(
      "net.daringfireball.markdown", ["public.plain-text"], ["md", "markdown"],
      ["text/markdown"], "Markdown text"),
    row(
      "com.adobe.pdf", ["public.data", "public.composite-content"], ["pdf"],
      ["application/pdf"], "PDF document"),
    row(
      "org.idpf.epub-container", ["public.data", "public.composite-content"], ["epub"],
      ["application/epub+zip"], "EPUB document"),
    row("public.image", ["public.data", "public.content"], [], [], "image"),
    row("public.png", ["public.image"], ["png"], ["image/png"], "PNG image"),
    row("public.jpeg", ["public.image"], ["jpg", "jpeg"], ["image/jpeg"], "JPEG image"),
    row("com.compuserve.gif", ["public.image"], ["gif"], ["image/gif"], "GIF image"),
    row("org.webmproject.webp", ["public.image"], ["webp"], ["image/webp"], "WebP image"),
    row("public.heic", ["public.image"], ["heic"], ["image/heic"], "HEIC image"),
    row("public.tiff", ["public.image"], ["tiff", "tif"], ["image/tiff"], "TIFF image"),
    row("com.microsoft.bmp", ["public.image"], ["bmp"], ["image/bmp"], "BMP image"),
    row(
      "public.svg-image", ["public.image", "public.xml"], ["svg"],
      ["image/svg+xml"], "SVG image"),
    row(
      "public.audiovisual-content", ["public.data", "public.content"], [],
      [], "audiovisual content"),
    row("public.movie", ["public.audiovisual-content"], [], [], "movie"),
    row("public.video", ["public.movie"], [], [], "video"),
    row("public.mpeg-4", ["public.movie"], ["mp4"], ["video/mp4"], "MPEG-4 movie"),
    row(
      "com.apple.quicktime-movie", ["public.movie"], ["mov"],
      ["video/quicktime"], "QuickTime movie"),
    row("public.audio", ["public.audiovisual-content"], [], [], "audio"),
    row("public.mp3", ["public.audio"], ["mp3"], ["audio/mpeg"], "MP3 audio"),
    row("public.mpeg-4-audio", ["public.audio"], ["m4a"], ["audio/mp4"], "MPEG-4 audio"),
    row(
      "com.microsoft.waveform-audio", ["public.audio"], ["wav"],
      ["audio/wav", "audio/x-wav"], "waveform audio"),
    row("public.archive", ["public.data"], [], [], "archive"),
    row("public.zip-archive", ["public.archive"], ["zip"], ["application/zip"], "ZIP archive"),
    row(
      "org.gnu.gnu-zip-archive", ["public.archive"], ["gz"],
      ["application/gzip"], "GZip archive"),
    row("public.url", ["public.data"], [], [], "URL"),
    row("public.file-url", ["public.url"], [], [], "file URL"),
    row("public.vcard", ["public.text"], ["vcf"], ["text/vcard"], "vCard"),
    row("public.calendar-event", [], [], [], "calendar event"),
    row("public.contact", [], [], [], "contact"),
    row("public.message", [], [], [], "message"),
    row("public.spreadsheet", ["public.content"], [], [], "spreadsheet"),
    row("public.presentation", ["public.composite-content"], [], [], "presentation"),
    row("public.database", [], [], [], "database"),
  ]

  private static func row(
    _ identifier: String, _ parents: [String], _ endings: [String], _ mediaTypes: [String],
    _ title: String
  ) -> UTTypeRegistry.Declaration {
    UTTypeRegistry.Declaration(
      identifier: identifier, parents: parents, endings: endings, mediaTypes: mediaTypes,
      title: title)
  }
}
