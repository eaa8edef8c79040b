import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import Messenger

/// One device of one person: its messenger, and the sample app signed in with an account of its own.
///
/// What `grove device` carries out line by line, what `grove message` does once, and what a headless
/// person does by itself.
actor DeviceSession {
  nonisolated let folder: String
  nonisolated let relay: Origin
  nonisolated let appOrigin: Origin
  nonisolated let transport: any ClientTransport
  /// The agent's device, where this session is a command that the agent carries out.
  nonisolated let hosted: HostedDevice?
  /// Protects the key file beyond its mode. Secret.
  private let passphrase: String?

  private var openMessenger: Messenger?
  private var signedInApp: SampleApp?
  /// A new device between showing its code and being accepted.
  var linking: LinkingDevice?
  /// The page that is open in the app.
  var follower: DocumentFollower?

  init(
    folder: String, relay: Origin, app: Origin, passphrase: String? = nil,
    transport: any ClientTransport = HTTPClientTransport()
  ) {
    self.passphrase = passphrase
    self.folder = folder
    self.relay = relay
    self.appOrigin = app
    self.transport = transport
    hosted = nil
  }

  /// A session on the device that an agent holds.
  init(hosted: HostedDevice, relay: Origin, app: Origin) {
    passphrase = nil
    folder = hosted.folder
    self.relay = relay
    appOrigin = app
    transport = HTTPClientTransport()
    self.hosted = hosted
    openMessenger = hosted.messenger
  }

  nonisolated var isHosted: Bool { hosted != nil }

  /// Lets the command line's own app answer for what it shared before.
  func resume() async throws {
    if (try? AppSessionFile.load(from: folder)) != nil { _ = try await connected() }
  }

  /// The device's messenger, opened on first use.
  /// - Throws: `CommandFailure` where the device has no account yet.
  func messenger() async throws -> Messenger {
    if let openMessenger { return openMessenger }
    let messenger = try await Messenger.open(
      folder: folder, passphrase: passphrase, environment: environment)
    openMessenger = messenger
    // From the first round on: a share that was interrupted or waits is carried on by its app.
    try await resume()
    return messenger
  }

  /// The app, signed in.
  /// - Throws: `CommandFailure` where nobody is signed in to it on this device.
  func app() async throws -> SampleApp {
    if let signedInApp { return signedInApp }
    guard let session = try AppSessionFile.load(from: folder) else {
      throw CommandFailure("Nobody is signed in to the app here: grove message app-sign-in.")
    }
    let app = SampleApp(session: session, transport: transport)
    signedInApp = app
    return app
  }

  /// Makes an account with this as its first device.
  /// - Returns: the recovery code.
  func signUp(handle: String, name: String) async throws -> String {
    try makeParents()
    let (messenger, code) = try await Messenger.signUp(
      folder: folder, relay: relay, handle: handle, name: name, passphrase: passphrase,
      environment: environment)
    openMessenger = messenger
    return code
  }

  /// - Returns: the code to give to a device that has the account already.
  func beginLinking() throws -> String {
    try makeParents()
    let device = try Messenger.beginLinking(
      folder: folder, relay: relay, passphrase: passphrase, environment: environment)
    linking = device
    return device.text
  }

  /// Waits until the other device has accepted this one.
  ///
  /// - Parameter confirm: shown the digits of the account on offer, which the other device shows too.
  /// - Returns: those digits.
  func completeLinking(confirm: @escaping @Sendable (AccountDigits) async -> Bool) async throws
    -> AccountDigits
  {
    guard let linking else { throw DeviceRefusal("not_linking") }
    let messenger = try await linking.complete(confirm: confirm)
    openMessenger = messenger
    self.linking = nil
    return AccountDigits(messenger.accountID)
  }

  /// Comes back with the recovery code; every other device is dropped.
  func recover(handle: String, code: String) async throws {
    try makeParents()
    openMessenger = try await Messenger.recover(
      folder: folder, relay: relay, handle: handle, code: code, passphrase: passphrase,
      environment: environment)
  }

  func show(_ follower: DocumentFollower) { self.follower = follower }

  /// The folder itself is the messenger's to make; what it stands in may be missing too.
  private func makeParents() throws {
    guard !isHosted else { throw MessengerError(.deviceExists) }
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: folder).deletingLastPathComponent(),
      withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private var environment: MessengerEnvironment { MessengerEnvironment(transport: transport) }

  func adopt(_ session: AppSessionFile) throws {
    try session.save(in: folder)
    signedInApp = SampleApp(session: session, transport: transport)
  }
}
