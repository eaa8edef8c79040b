import GroveServing

extension Configuration {
  /// Whether this server is one of several nodes on a PostgreSQL database (decision 0033).
  ///
  /// - Throws: `CommandFailure` for another value, and where there is no such database.
  func isNode() throws -> Bool {
    switch try text(.nodes) {
    case "one": return false
    case "several": break
    default: throw CommandFailure("nodes takes one or several.")
    }
    guard try postgres() != nil else {
      throw CommandFailure("Several nodes need a PostgreSQL database to meet in; see --postgres.")
    }
    return true
  }

  /// For how long a server that is being ended goes on answering; nil: it does not.
  ///
  /// - Throws: `CommandFailure` for what is no such number, and what `isNode` throws.
  func drainSeconds() throws -> Int? {
    guard let text = try value(of: .drain)?.text else { return try isNode() ? 2 : nil }
    guard let seconds = Int(text), (0...15).contains(seconds) else {
      throw CommandFailure("drain is “\(text)”; it takes a number of seconds from 0 to 15.")
    }
    return seconds == 0 ? nil : seconds
  }

  /// Through which NATS servers nodes tell each other what has something new; nil: through the database.
  ///
  /// - Throws: `CommandFailure` for what is no address, a password on the command line, and where there are no other nodes.
  func nats() throws -> NATSAddress? {
    guard let value = try value(of: .nats), !value.text.isEmpty else { return nil }
    guard let address = NATSAddress(value.text) else {
      throw CommandFailure(
        "nats is no address of NATS servers; one looks like nats://nats.example:4222,nats2.example:4222, or with "
          + "TLS tls://nats.example?ca=/etc/grove/nats-ca.pem.")
    }
    guard value.source != .flag || !address.isSecret else {
      throw CommandFailure(
        "Other users of this machine can read a command line: give an address with a password in GROVE_NATS_FILE."
      )
    }
    guard try isNode() else {
      throw CommandFailure("nats is for several nodes on one database; see --nodes.")
    }
    return address
  }

  /// The bucket that keeps attachments, assets and files of drives; nil: the data folder does.
  ///
  /// - Throws: `CommandFailure` for what is no such address, and beside SQLite, whose backup would be without files.
  func s3() throws -> S3Address? {
    guard let value = try value(of: .s3), !value.text.isEmpty else { return nil }
    guard let address = S3Address(value.text) else {
      throw CommandFailure(
        "s3 is no address of a bucket; one looks like https://KEY:SECRET@s3.example/bucket?region=eu-1, and "
          + "what is no letter or digit in the secret is percent-encoded.")
    }
    guard try postgres() != nil else {
      throw CommandFailure(
        "s3 is for a server on PostgreSQL: grove backup copies the files of a data folder, and "
          + "not a bucket.")
    }
    return address
  }
}
