/// One thing that can be configured: by flag, by environment, or in the file, in that order.
struct Setting: Hashable, Sendable {
  /// The flag without its dashes and the member of the configuration file: `relay-port`.
  let name: String
  /// Used where nobody says anything.
  let fallback: String?
  /// Secrets are never printed, and their environment twin `…_FILE` names a file to read.
  let isSecret: Bool
  let help: String

  init(_ name: String, _ fallback: String?, secret: Bool = false, _ help: String) {
    self.name = name
    self.fallback = fallback
    self.isSecret = secret
    self.help = help
  }

  /// `GROVE_RELAY_PORT`.
  var environmentName: String {
    "GROVE_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  static let data = Setting("data", ".grove", "the folder that holds databases and keys")
  static let postgres = Setting(
    "postgres", nil, secret: true,
    "the PostgreSQL database that keeps what the data folder's SQLite files would, such as "
      + "postgresql://grove@db.example/grove?sslmode=verify-full")
  static let nodes = Setting(
    "nodes", "one",
    "whether other servers work on the same PostgreSQL database, and with the same data folder: one or several"
  )
  static let drain = Setting(
    "drain", nil,
    "for how many seconds a server that is being ended still answers while its /readyz says 404, so that a load "
      + "balancer gives it nothing more; 2 with several nodes, 0 without, by default")
  static let nats = Setting(
    "nats", nil, secret: true,
    "NATS servers through which nodes tell each other what has something new, such as "
      + "nats://nats.example:4222; through the database by default")
  static let s3 = Setting(
    "s3", nil, secret: true,
    "with PostgreSQL: the bucket of an S3-compatible object storage that keeps files, such as "
      + "https://KEY:SECRET@s3.example/bucket?region=eu-1; the data folder by default")
  static let host = Setting("host", "127.0.0.1", "the address both servers listen on")
  static let relayPort = Setting("relay-port", "8460", "the relay's port; 0 takes a free one")
  static let relayOrigin = Setting(
    "relay-origin", nil, "the relay's public origin, such as https://msg.example")
  static let appPort = Setting(
    "app-port", "8470", "the collaboration server's port; 0 takes a free one")
  static let appOrigin = Setting(
    "app-origin", nil, "the collaboration server's public origin: the audience of every link")
  static let registration = Setting(
    "registration", "open", "whether people may create app accounts: open or closed")
  static let serviceKeys = Setting(
    "service-keys", nil, secret: true,
    "keys of app backends that act for accounts, separated by commas")
  static let rawProofs = Setting(
    "raw-proofs", "off", "accept profile 2 proofs from backends: off or on")
  static let oidcIssuer = Setting(
    "oidc-issuer", nil,
    "the OpenID Provider that signs people in to the app, such as https://id.example")
  static let oidcClientID = Setting(
    "oidc-client-id", nil, "what the provider calls the collaboration server")
  static let oidcClientSecretFile = Setting(
    "oidc-client-secret-file", nil,
    "the file with the client secret; without it PKCE alone protects")
  static let oidcScopes = Setting(
    "oidc-scopes", "openid profile", "the scopes that the provider is asked for")
  static let oidcNameClaim = Setting(
    "oidc-name-claim", "name", "the claim of the ID token that says how a person is shown")
  static let oidcName = Setting(
    "oidc-name", nil, "what the button says: “Sign in with NAME”; the issuer's host by default")
  static let appleAppIDs = Setting(
    "apple-app-ids", "", "app identifiers for universal links, separated by commas")
  static let pages = Setting(
    "pages", nil, "the folder with the built pages of the messenger and the sample app")
  static let messengerOrigin = Setting(
    "messenger-origin", nil,
    "the origin of the messenger that the sample app shares with: the relay's by default")
  static let signUpBurst = Setting(
    "sign-up-burst", "100",
    "how many people can sign up to the relay from one address in quick succession")
  static let trustedProxies = Setting(
    "trusted-proxy", "",
    "proxies that may say which address a request comes from, separated by commas")
  static let noticeRelays = Setting(
    "notice-relay", "",
    "origins of relays in a private network that notices are posted to, separated by commas")
  static let containers = Setting(
    "container", "",
    "apps whose records are kept here, by their containers' identifiers, separated by commas")
  static let recordQuota = Setting(
    "record-quota", "5",
    "GiB of records and files that one account keeps in a container")
  static let drive = Setting(
    "drive", "off", "a drive for each account, over WebDAV below /drive: off or on")
  static let driveQuota = Setting(
    "drive-quota", "10", "GiB of files that one account keeps in its drive")
  static let webPush = Setting(
    "web-push", nil,
    "the operator's address, mailto: or https:, for browsers' push services; with it the relay wakes "
      + "messengers whose page is closed")
  static let webPushServices = Setting(
    "web-push-service", "",
    "origins of push services in a private network, separated by commas")
  static let maximumConnections = Setting(
    "max-connections", "10000",
    "how many connections each server holds, where the limit of open files allows it")
  static let connectionsPerAddress = Setting(
    "connections-per-address", "1000",
    "how many connections without a credential one address may have")
  static let operationsAddress = Setting(
    "operations-address", nil,
    "where metrics are told: ADDRESS:PORT, port 0 takes a free one, or off; 127.0.0.1:8480 by default, "
      + "8481 of a collaboration server alone"
  )
  static let logLevel = Setting("log-level", "notice", "trace, debug, info, notice or warning")
  static let logFormat = Setting(
    "log-format", "text", "lines of the log: text, or json for one object each")

  static let all: [Setting] = [
    data, postgres, nodes, drain, nats, s3, host, relayPort, relayOrigin, appPort, appOrigin,
    registration,
    serviceKeys,
    rawProofs,
    oidcIssuer, oidcClientID, oidcClientSecretFile, oidcScopes, oidcNameClaim, oidcName,
    appleAppIDs, pages, messengerOrigin, signUpBurst, trustedProxies, noticeRelays,
    containers, recordQuota, drive, driveQuota, webPush, webPushServices,
    maximumConnections,
    connectionsPerAddress, operationsAddress, logLevel, logFormat,
  ]
}
