public import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import KeptFolders
public import SharedWithYouCore
import Synchronization

/// The drive of an app's person, in which files are shared by where they lie on this machine. Not in the platform's
/// framework, where the system's own drive is known everywhere.
///
/// `GroveApp.shareDriveFiles()` makes it: from then on the URL of a file in a kept folder is all that a share sheet, a drop
/// or a collaboration button needs. What is here besides is for those who were sent a link.
public final class GroveDrive: Sendable {
  let accounts: DriveAccounts
  let desk = DriveShareDesk()
  private let app: WeakApp
  private let isLooking = Mutex(false)
  /// What goes on once a message was sent.
  private let afterwards = FrameworkJobQueue()

  init(_ app: GroveApp, _ accounts: DriveAccounts) {
    self.app = WeakApp(value: app)
    self.accounts = accounts
  }

  /// Comes in by a link: this device proves that it was invited, or the link lets everybody in. The file is below `Shared`
  /// in the person's drive then, with every program that they have.
  ///
  /// The first time, the person is asked by their messenger whether the drive's account is theirs.
  /// - Throws: `GroveDriveError`.
  @discardableResult
  public func open(_ link: URL) async throws(GroveDriveError) -> GroveDriveFile {
    do {
      let door = try DriveDoor(link, self)
      return GroveDriveFile(try await door.open(), door.account)
    } catch {
      throw GroveDriveError(any: error)
    }
  }

  /// How a file or folder is shared, by its owner or by this person; one in a shared folder as that folder is.
  ///
  /// - Returns: nil where it is not shared, or lies in no kept folder of the app's server.
  /// - Throws: `GroveDriveError`.
  public func file(at url: URL) async throws(GroveDriveError) -> GroveDriveFile? {
    guard case .item(let account, let path) = place(of: url) else { return nil }
    do {
      return try await account.share(around: path).map { GroveDriveFile($0, account) }
    } catch {
      throw GroveDriveError(any: error)
    }
  }

  /// What a link leads to, in the hands of whoever takes part in it: for the owner to change and to stop, for others to
  /// leave. `GroveSharing.presenter.manage` shows it.
  ///
  /// - Throws: `GroveDriveError`: `otherServer` for the link of one.
  public func managed(_ link: URL) throws(GroveDriveError) -> any GroveManagedShare {
    do {
      let door = try DriveDoor(link, self)
      return ManagedDriveFile(drive: self, account: door.account, share: .known(door.id))
    } catch {
      throw GroveDriveError(any: error)
    }
  }

  /// Returns when what goes on in the background after sharing is done: programs that end after one command wait for it,
  /// so that the others are told what the owner does.
  public func settled() async {
    await withCheckedContinuation { done in
      if !afterwards.run({ done.resume() }) { done.resume() }
    }
  }

  func afterwards(_ work: @escaping @Sendable () async -> Void) { _ = afterwards.run(work) }

  // MARK: Where things are

  /// What a file on this machine is to the drives at the app's server.
  enum Place {
    /// In no kept folder, or not carried to a drive: a file like any other.
    case elsewhere
    /// In the folder of a drive that another server has.
    case foreign(Origin)
    case drive(DriveAccount)
    case item(DriveAccount, path: String)
  }

  func place(of url: URL) -> Place {
    guard let connection, let file = KeptFolderList.resolved(url) else { return .elsewhere }
    // The innermost: a drive may be shown in a folder that is kept like another one.
    let folders = accounts.folders.sorted { $0.path.utf8.count > $1.path.utf8.count }
    for folder in folders {
      let place = folder.place(of: file)
      guard place != .outside else { continue }
      guard place != .notCarried else { return .elsewhere }
      guard
        let account = accounts.all(at: connection.origin).first(where: {
          $0.folders.contains(folder)
        })
      else { return .foreign(folder.server) }
      if case .item(let path) = place { return .item(account, path: path) }
      return .drive(account)
    }
    return .elsewhere
  }

  var connection: GroveAppConnection? { try? app.value?.connected() }

  /// The accounts whose drives are at the app's server.
  var own: [DriveAccount] { connection.map { accounts.all(at: $0.origin) } ?? [] }

  /// Hears in the background what is shared, once at a time.
  func look() {
    guard
      !isLooking.withLock({ was in
        defer { was = true }; return was
      })
    else { return }
    let isTaken = FrameworkTasks.shared.run { [self] in
      for account in own { _ = try? await account.shares() }
      isLooking.withLock { $0 = false }
    }
    if !isTaken { isLooking.withLock { $0 = false } }
  }
}

/// Not kept alive.
private struct WeakApp: Sendable {
  weak var value: GroveApp?
}
