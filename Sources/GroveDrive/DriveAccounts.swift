import Foundation
import GroveClient
import GroveIdentity
import KeptFolders
import Synchronization

/// The drives at an app's server that this process may ask: those of the folders that are kept here.
final class DriveAccounts: Sendable {
  /// Where folders and credentials come from.
  enum Source: Sendable {
    /// Those that grove keeps for whoever runs this program, looked up anew each time: one may be set up meanwhile.
    case kept(KeptFolderList)
    /// Those that the program says, of one account.
    case given([KeptFolder], any CredentialSource)
  }

  private let source: Source
  private let transport: any ClientTransport
  private let accounts = Mutex<[DriveAccount]>([])

  init(_ source: Source, _ transport: any ClientTransport) {
    self.source = source
    self.transport = transport
  }

  var folders: [KeptFolder] {
    switch source {
    case .kept(let list): list.all()
    case .given(let folders, _): folders
    }
  }

  /// Those at a server, in the order of their folders; and whoever is signed in there, who may have no folder.
  func all(at server: Origin) -> [DriveAccount] {
    let folders = folders.filter { $0.server == server }
    var seen: Set<AccountLabel> = []
    let named = folders.map(\.account) + (signedIn(at: server).map { [$0] } ?? [])
    return named.filter { seen.insert($0).inserted }.map { account in
      self.account(account, server, folders.filter { $0.account == account })
    }
  }

  private func signedIn(at server: Origin) -> AccountLabel? {
    guard case .kept(let list) = source, let session = DriveSession.load(list.device),
      session.origin == server
    else { return nil }
    return session.account
  }

  /// The same object as long as its folders are the same: what it has heard of stays.
  private func account(_ account: AccountLabel, _ server: Origin, _ folders: [KeptFolder])
    -> DriveAccount
  {
    accounts.withLock { accounts in
      let isKnown = { (known: DriveAccount) in
        known.account == account && known.client.origin == server && known.folders == folders
      }
      if let known = accounts.first(where: isKnown) { return known }
      let client = CollaborationClient(
        origin: server, credentials: credentials(account, server), transport: transport)
      let made = DriveAccount(account, client, folders)
      accounts.removeAll { $0.account == account && $0.client.origin == server }
      accounts.append(made)
      return made
    }
  }

  private func credentials(_ account: AccountLabel, _ server: Origin) -> any CredentialSource {
    switch source {
    case .kept(let list):
      DriveCredentials(device: list.device, server: server, account: account)
    case .given(_, let credentials): credentials
    }
  }
}
