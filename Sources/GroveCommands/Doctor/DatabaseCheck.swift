import StorePostgres

/// Whether the database that keeps everything would do, where one is configured.
enum DatabaseCheck {
  static func findings(_ configuration: Configuration, folder: String) async
    -> [DoctorCommand.Finding]
  {
    do {
      let isNode = try configuration.isNode()
      guard let address = try configuration.postgres() else { return [] }
      try MovedDatabases.check(folder, ServeCommand.Role.allCases, isPostgres: true)
      let (version, warnings) = try PostgresCheck.look(at: address)
      let answers = DoctorCommand.Finding(
        state: .ok, name: "PostgreSQL \(version)", text: "answers, and keeps what it acknowledges")
      return [answers] + warnings.map { .init(state: .note, name: "PostgreSQL", text: $0) }
        + (isNode ? try await NodesCheck.findings(address, folder: folder) : [])
    } catch {
      return [.init(state: .failed, name: "PostgreSQL", text: "\(ServedStores.told(error))")]
    }
  }
}
