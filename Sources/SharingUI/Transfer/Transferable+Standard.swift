public import Foundation

extension String: Transferable {
  /// Text as UTF-8.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<String>(contentType: .utf8PlainText) {
      Data($0.utf8)
    } importing: { data in
      guard let text = String(data: data, encoding: .utf8) else {
        throw NSItemProvider.ErrorCode.unavailableCoercionError
      }
      return text
    }
  }
}

extension Data: Transferable {
  /// The bytes as they are.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<Data>(contentType: .data) {
      $0
    } importing: {
      $0
    }
  }
}

extension URL: Transferable {
  /// For a file URL the file first, under its name; for any URL the address as text.
  public static var transferRepresentation: some TransferRepresentation {
    FileRepresentation<URL>(exportedContentType: .data) {
      SentTransferredFile($0, allowAccessingOriginalFile: true)
    }
    .exportingCondition(\.isFileURL)
    .suggestedFileName { $0.lastPathComponent }
    DataRepresentation<URL>(contentType: .url) {
      Data($0.absoluteString.utf8)
    } importing: { data in
      guard let text = String(data: data, encoding: .utf8), let url = URL(string: text) else {
        throw NSItemProvider.ErrorCode.unavailableCoercionError
      }
      return url
    }
  }
}
