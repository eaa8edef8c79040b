public import Foundation

/// What a representation gives.
enum ExportedRepresentation: Sendable {
  case data(Data)
  case file(URL, inPlace: Bool)
}

/// One representation with everything that is known of it, whatever it was written as.
struct TransferEntry<Item: Transferable>: Sendable {
  /// What it is read from.
  enum Imported: Sendable {
    case data(@Sendable (Data) async throws -> UncheckedSendable<Item>)
    case file(@Sendable (ReceivedTransferredFile) async throws -> UncheckedSendable<Item>)
  }

  var contentType: UTType
  var isFile = false
  var visibility = NSItemProviderRepresentationVisibility.all
  var export: (@Sendable (UncheckedSendable<Item>) async throws -> ExportedRepresentation)?
  var imported: Imported?
  var condition: (@Sendable (UncheckedSendable<Item>) -> Bool)?
  var suggestedName: (@Sendable (UncheckedSendable<Item>) -> String?)?

  /// The entries of any representation of the item.
  static func list<R: TransferRepresentation>(_ representation: R) -> [TransferEntry<Item>] {
    if let primitive = representation as? any PrimitiveTransferRepresentation {
      return primitive.erasedEntries as? [TransferEntry<Item>] ?? []
    }
    return list(representation.body)
  }
}

extension Transferable {
  static var entries: [TransferEntry<Self>] { TransferEntry<Self>.list(transferRepresentation) }
}

/// A representation of the framework's own, which knows its entries.
protocol PrimitiveTransferRepresentation: TransferRepresentation {
  var entries: [TransferEntry<Item>] { get }
}

extension PrimitiveTransferRepresentation {
  var erasedEntries: Any { entries }
}

/// A file that was received. It is removed when the importing function has returned.
public struct ReceivedTransferredFile: Hashable, Sendable {
  /// Where the file is; only this user can read its folder.
  public let file: URL
  /// True for the original, false for a copy. Here always false.
  public let isOriginalFile: Bool
}

/// A file that is given away.
public struct SentTransferredFile: Hashable, Sendable {
  /// The file to copy; it has to be there until it has been read.
  public let file: URL
  /// Whether the reader may use the file where it is. Readers here take a copy all the same.
  public let allowAccessingOriginalFile: Bool

  /// What an exporting function returns.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
    self.file = file
    self.allowAccessingOriginalFile = allowAccessingOriginalFile
  }
}
