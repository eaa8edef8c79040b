import ArgumentParser

/// The flags of `grove serve`, one for each setting; what is left out comes from the environment,
/// the configuration file, or the defaults.
struct ServeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read settings from FILE, a JSON object of texts.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp("The folder of databases and keys (default: .grove).", valueName: "FOLDER"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Keep everything in this PostgreSQL database and not in SQLite files. Its password belongs into ~/.pgpass, or the "
        + "whole address into GROVE_POSTGRES_FILE (default: SQLite).",
      valueName: "URL"))
  var postgres: String?

  @Option(
    help: ArgumentHelp(
      "Whether other servers work on the same PostgreSQL database, with the same data folder: one or several. Each of them "
        + "has to be told (default: one).", valueName: "one|several"))
  var nodes: String?

  @Option(
    help: ArgumentHelp(
      "For how many seconds a server that is being ended still answers while its /readyz says 404, so that a load balancer "
        + "gives it nothing more (default: 2 with several nodes, 0 without).", valueName: "SECONDS")
  )
  var drain: String?

  @Option(
    help: ArgumentHelp(
      "With several nodes: NATS servers through which they tell each other what has something new, separated by commas. An "
        + "address with a password belongs into GROVE_NATS_FILE (default: through the database).",
      valueName: "URL"))
  var nats: String?

  @Option(
    help: ArgumentHelp("The address to listen on (default: 127.0.0.1).", valueName: "ADDRESS"))
  var host: String?

  @Option(
    help: ArgumentHelp("The relay's port; 0 takes a free one (default: 8460).", valueName: "PORT"))
  var relayPort: String?

  @Option(help: ArgumentHelp("The relay's public origin.", valueName: "ORIGIN"))
  var relayOrigin: String?

  @Option(
    help: ArgumentHelp(
      "The collaboration server's port; 0 takes a free one (default: 8470).", valueName: "PORT"))
  var appPort: String?

  @Option(
    help: ArgumentHelp(
      "The collaboration server's public origin, the audience of every link.", valueName: "ORIGIN"))
  var appOrigin: String?

  @Option(help: "Whether people may create app accounts: open or closed (default: open).")
  var registration: String?

  @Option(help: "Profile 2 proofs from backends: off or on (default: off).")
  var rawProofs: String?

  @Option(
    name: .customLong("oidc-issuer"),
    help: ArgumentHelp(
      "The OpenID Provider that signs people in to the app (default: only passwords do).",
      valueName: "URL"))
  var oidcIssuer: String?

  @Option(
    name: .customLong("oidc-client-id"),
    help: ArgumentHelp("What the provider calls the collaboration server.", valueName: "ID"))
  var oidcClientID: String?

  @Option(
    name: .customLong("oidc-client-secret-file"),
    help: ArgumentHelp("The file with the client secret.", valueName: "FILE"))
  var oidcClientSecretFile: String?

  @Option(
    name: .customLong("oidc-scopes"),
    help: ArgumentHelp(
      "The scopes that the provider is asked for (default: openid profile).", valueName: "SCOPES"))
  var oidcScopes: String?

  @Option(
    name: .customLong("oidc-name-claim"),
    help: ArgumentHelp(
      "The claim of the ID token that says how a person is shown (default: name).",
      valueName: "CLAIM"))
  var oidcNameClaim: String?

  @Option(
    name: .customLong("oidc-name"),
    help: ArgumentHelp(
      "What the button says: “Sign in with NAME” (default: the issuer's host).", valueName: "NAME"))
  var oidcName: String?

  @Option(
    name: .customLong("apple-app-ids"),
    help: "App identifiers for universal links, separated by commas.")
  var appleAppIDs: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the built pages (default: .build/pages here, or pages beside this program or above it).",
      valueName: "FOLDER"))
  var pages: String?

  @Option(
    help: ArgumentHelp(
      "The origin of the messenger that the sample app shares with (default: the relay's).",
      valueName: "ORIGIN"))
  var messengerOrigin: String?

  @Option(
    help: ArgumentHelp(
      "How many people can sign up to the relay from one address in quick succession "
        + "(default: 100). A class or a company behind one address needs more.",
      valueName: "NUMBER"))
  var signUpBurst: String?

  @Option(
    name: .customLong("trusted-proxy"),
    help: ArgumentHelp(
      "A proxy in front of the servers, which may say in Forwarded or X-Forwarded-For which "
        + "address a request comes from. May be given more than once (default: none).",
      valueName: "ADDRESS/BITS"))
  var trustedProxies: [String] = []

  @Option(
    name: .customLong("notice-relay"),
    help: ArgumentHelp(
      "A relay that people of this collaboration server hear from and that is not at a public "
        + "address. May be given more than once (default: relay-origin, or the relay that runs here).",
      valueName: "ORIGIN"))
  var noticeRelays: [String] = []

  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "An app whose records this server keeps, by its container's identifier. May be given more "
        + "than once (default: none).",
      valueName: "IDENTIFIER"))
  var containers: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many GiB of records and files one account keeps in a container (default: 5).",
      valueName: "NUMBER"))
  var recordQuota: String?

  @Flag(
    name: .customLong("drive"),
    help: "Give each account a drive, over WebDAV below /drive of the collaboration server.")
  var drive = false

  @Option(
    help: ArgumentHelp(
      "How many GiB of files one account keeps in its drive (default: 10).", valueName: "NUMBER"))
  var driveQuota: String?

  @Option(
    name: .customLong("web-push"),
    help: ArgumentHelp(
      "Wake messengers whose page is closed through their browsers' push services, which are told "
        + "this address of the operator (default: nobody is woken).",
      valueName: "mailto:ADDRESS"))
  var webPush: String?

  @Option(
    name: .customLong("web-push-service"),
    help: ArgumentHelp(
      "A push service that is not at a public address. May be given more than once "
        + "(default: none).", valueName: "ORIGIN"))
  var webPushServices: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many connections each server holds, as far as the limit of open files goes "
        + "(default: 10000).", valueName: "NUMBER"))
  var maxConnections: String?

  @Option(
    help: ArgumentHelp(
      "How many connections without a credential one address may have; the idlest is closed for "
        + "the next (default: 1000).", valueName: "NUMBER"))
  var connectionsPerAddress: String?

  @Option(
    help: ArgumentHelp(
      "Where metrics, health and readiness are told, for both servers together; port 0 takes a free "
        + "one, off tells nobody (default: 127.0.0.1:8480, or 8481 with --only collaboration, while "
        + "nothing else is there).",
      valueName: "ADDRESS:PORT"))
  var operationsAddress: String?

  @Option(help: "trace, debug, info, notice or warning (default: notice).")
  var logLevel: String?

  @Option(help: "Lines of the log: text, or json for one object each (default: text).")
  var logFormat: String?

  /// Service keys are secret and therefore no flag: other users can see a command line.
  func configuration() throws -> Configuration {
    try Configuration.load(
      flags: [
        Setting.data.name: data, Setting.postgres.name: postgres,
        Setting.nodes.name: nodes, Setting.drain.name: drain, Setting.nats.name: nats,
        Setting.host.name: host,
        Setting.relayPort.name: relayPort,
        Setting.relayOrigin.name: relayOrigin, Setting.appPort.name: appPort,
        Setting.appOrigin.name: appOrigin, Setting.registration.name: registration,
        Setting.oidcIssuer.name: oidcIssuer, Setting.oidcClientID.name: oidcClientID,
        Setting.oidcClientSecretFile.name: oidcClientSecretFile,
        Setting.oidcScopes.name: oidcScopes, Setting.oidcNameClaim.name: oidcNameClaim,
        Setting.oidcName.name: oidcName, Setting.rawProofs.name: rawProofs,
        Setting.appleAppIDs.name: appleAppIDs,
        Setting.pages.name: pages, Setting.messengerOrigin.name: messengerOrigin,
        Setting.operationsAddress.name: operationsAddress,
        Setting.trustedProxies.name: trustedProxies.isEmpty
          ? nil : trustedProxies.joined(separator: ","),
        Setting.noticeRelays.name: noticeRelays.isEmpty
          ? nil : noticeRelays.joined(separator: ","),
        Setting.containers.name: containers.isEmpty ? nil : containers.joined(separator: ","),
        Setting.recordQuota.name: recordQuota, Setting.drive.name: drive ? "on" : nil,
        Setting.driveQuota.name: driveQuota, Setting.webPush.name: webPush,
        Setting.webPushServices.name: webPushServices.isEmpty
          ? nil : webPushServices.joined(separator: ","),
        Setting.signUpBurst.name: signUpBurst, Setting.logLevel.name: logLevel,
        Setting.logFormat.name: logFormat,
        Setting.maximumConnections.name: maxConnections,
        Setting.connectionsPerAddress.name: connectionsPerAddress,
      ], path: config)
  }
}
