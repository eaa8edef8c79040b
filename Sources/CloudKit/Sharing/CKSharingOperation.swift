public import Foundation

/// Work on a container's shares.
// As its superclass.
public class CKSharingOperation: CKOperation, @unchecked Sendable {
  /// Nil before it was added to a container: then it is the default one.
  var container: CKContainer?

  var target: CKContainer { container ?? CKContainer.default() }

  override func context() -> ContainerContext { target.context }
}

/// Looks what links lead to.
// As its superclass.
public final class CKFetchShareMetadataOperation: CKSharingOperation, @unchecked Sendable {
  public var shareURLs: [URL]?
  /// Whether `rootRecord` is there, of shares that the person takes part in.
  public var shouldFetchRootRecord = false
  public var perShareMetadataResultBlock: ((URL, Result<CKShare.Metadata, any Error>) -> Void)?
  /// A failure means that it was given up; what is wrong with one link is told by its own block.
  public var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?

  public override init() {}

  public convenience init(shareURLs: [URL]) {
    self.init()
    self.shareURLs = shareURLs
  }

  override func run() async {
    let outcome = await result {
      for url in shareURLs ?? [] {
        try Task.checkCancellation()
        let found = await result {
          try await target.shareMetadata(for: url, showsRoot: shouldFetchRootRecord)
        }
        await deliver { [self] in perShareMetadataResultBlock?(url, found) }
      }
    }
    await deliver { [self] in fetchShareMetadataResultBlock?(outcome) }
  }
}

/// Comes into shares, one after the other.
// As its superclass.
public final class CKAcceptSharesOperation: CKSharingOperation, @unchecked Sendable {
  public var shareMetadatas: [CKShare.Metadata]?
  public var perShareResultBlock: ((CKShare.Metadata, Result<CKShare, any Error>) -> Void)?
  /// A failure means that it was given up; what is wrong with one share is told by its own block.
  public var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?

  public override init() {}

  public convenience init(shareMetadatas: [CKShare.Metadata]) {
    self.init()
    self.shareMetadatas = shareMetadatas
  }

  override func run() async {
    let outcome = await result {
      for metadata in shareMetadatas ?? [] {
        try Task.checkCancellation()
        let accepted = await result { try await target.accept(metadata) }
        await deliver { [self] in perShareResultBlock?(metadata, accepted) }
      }
    }
    await deliver { [self] in acceptSharesResultBlock?(outcome) }
  }
}
