import Foundation
import StoreSQL
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct EncryptedConnectionTests {
  @Test func `over TLS a server is known by its authority, and by no other one`() throws {
    let folder = "/tmp/grove-tls-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.authority("ours", folder)
    try Self.authority("other", folder)
    let cluster = try PostgresCluster(
      settings: ["ssl=on", "ssl_min_protocol_version=TLSv1.3"], isOnLoopback: true
    ) { data in
      try Self.certificate(by: "ours", folder, into: data)
      let rules = "hostssl all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n"
      try Data(rules.utf8).write(to: URL(fileURLWithPath: data + "/pg_hba.conf"))
      try PostgresPrograms.give(data + "/pg_hba.conf")
    }
    func open(_ authority: String, _ mode: String = "verify-full") throws -> PostgresConnection {
      try PostgresConnection(
        PostgresAddress(
          "postgresql://grove:right@127.0.0.1:\(cluster.port)/postgres?sslmode=\(mode)"
            + "&sslrootcert=\(folder)/\(authority).pem"), PostgresOptions(schema: "public"))
    }
    let connection = try open("ours")
    var isEncrypted: Int64?
    try connection.each(
      "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND version = 'TLSv1.3'", []
    ) { row in
      isEncrypted = row.integer(0)
      return true
    }
    #expect(isEncrypted == 1)
    let failure = #expect(throws: PostgresFailure.self) { try open("other") }
    #expect(failure?.description.contains("certificate verify failed") == true)
    // The server lets nobody in who comes in the clear.
    #expect(throws: PostgresFailure.self) { try open("ours", "disable") }
  }

  private static func authority(_ name: String, _ folder: String) throws {
    try PostgresPrograms.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-keyout", "\(folder)/\(name).key", "-out",
      "\(folder)/\(name).pem",
    ])
  }

  private static func certificate(by authority: String, _ folder: String, into data: String) throws
  {
    let request = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    try PostgresPrograms.run(
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-CA", "\(folder)/\(authority).pem", "-CAkey",
        "\(folder)/\(authority).key", "-keyout", "\(data)/server.key", "-out", "\(data)/server.crt",
      ] + request)
    for file in ["server.key", "server.crt"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: "\(data)/\(file)")
      try PostgresPrograms.give("\(data)/\(file)")
    }
  }
}
