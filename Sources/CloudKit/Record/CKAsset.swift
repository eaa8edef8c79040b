public import Foundation

/// A file that a record holds. Its bytes are read when the record is saved, and fetched with the record into a
/// folder that may be emptied at any time: an app moves what it wants to keep.
public final class CKAsset: NSObject, Sendable {
  /// Where the bytes are on this machine.
  public let fileURL: URL?

  public init(fileURL: URL) { self.fileURL = fileURL }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKAsset)?.fileURL == fileURL
  }

  public override var hash: Int { fileURL.hashValue }
}
