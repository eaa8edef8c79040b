public import GroveClient
public import KeptFolders
public import SharedWithYouCore

extension GroveApp {
  /// From now on the system shares files and folders of this person's drive for the app: whoever hands over the URL of one
  /// in a kept folder (`grove drive sync`, `grove drive mount`) is offered to collaborate on it. Files elsewhere are sent as
  /// copies, as before. Not in the platform's framework.
  ///
  /// The drive has to be at the app's own server, whose links are the app's; it is asked with the account that grove is
  /// signed in to. Called again, the last call counts.
  @discardableResult
  public func shareDriveFiles() -> GroveDrive {
    shareDriveFiles(
      DriveAccounts(.kept(.ofThisUser), HTTPClientTransport()))
  }

  /// The same for one person among several in a process, or for folders that something else than grove keeps.
  ///
  /// - Parameters:
  ///   - folders: those of one account.
  ///   - credentials: that account's.
  @discardableResult
  public func shareDriveFiles(
    in folders: [KeptFolder], credentials: any CredentialSource,
    transport: any ClientTransport = HTTPClientTransport()
  ) -> GroveDrive {
    shareDriveFiles(DriveAccounts(.given(folders, credentials), transport))
  }

  @discardableResult
  func shareDriveFiles(_ accounts: DriveAccounts) -> GroveDrive {
    let drive = GroveDrive(self, accounts)
    answer(with: DriveFileHandler(drive: drive)) { $0 is DriveFileHandler }
    drive.look()
    return drive
  }
}
