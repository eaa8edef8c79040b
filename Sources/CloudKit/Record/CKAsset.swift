public import Foundation
import GroveWire

/// A file that a record holds. Its bytes are read when the record is saved, and fetched with the record into a file of
/// their own (`$XDG_CACHE_HOME/grove/cloudkit`). Such files are removed after a day: an app moves what it wants to keep.
public final class CKAsset: NSObject, Sendable {
  /// Where the bytes are on this machine; nil of a file that was changed while its record was fetched.
  public let fileURL: URL?
  /// How the server names the bytes, of a fetched one.
  let stored: RecordAssetValue?

  public convenience init(fileURL: URL) { self.init(fileURL, nil) }

  init(_ fileURL: URL?, _ stored: RecordAssetValue?) {
    self.fileURL = fileURL
    self.stored = stored
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKAsset else { return false }
    return other.fileURL == fileURL && other.stored == stored
  }

  public override var hash: Int { fileURL.hashValue }
}
