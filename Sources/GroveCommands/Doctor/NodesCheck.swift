import StorePostgres

/// Which nodes live on the database, and whether they work with this data folder.
enum NodesCheck {
  /// - Throws: `CommandFailure` where the folder's key cannot be read.
  static func findings(_ address: PostgresAddress, folder: String) async throws
    -> [DoctorCommand.Finding]
  {
    let key = try NodeFolderKey.found(in: folder)
    var findings: [DoctorCommand.Finding] = []
    for role in ServeCommand.Role.allCases {
      findings.append(await finding(role, address, key))
    }
    return findings
  }

  private static func finding(
    _ role: ServeCommand.Role, _ address: PostgresAddress, _ key: NodeFolderKey?
  ) async -> DoctorCommand.Finding {
    let nodes = ServedStores.nodes(address, role, key: key)
    let name = "nodes of the \(role.rawValue)"
    // A schema that no server has made yet has none.
    let alive = (try? await nodes.alive()) ?? 0
    let agrees = (try? await nodes.agrees()) ?? true
    await nodes.close()
    guard alive > 0 else { return .init(state: .note, name: name, text: "none runs") }
    guard agrees else {
      return .init(
        state: .failed, name: name,
        text: "\(alive) live that work with another data folder; all of them need the same one")
    }
    return .init(
      state: .ok, name: name,
      text: "\(alive) live; rates of requests are each node's own")
  }
}
