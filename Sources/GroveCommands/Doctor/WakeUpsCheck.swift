import GroveServing

/// Whether each of the NATS servers answers, where nodes tell each other through them.
enum WakeUpsCheck {
  static func findings(_ configuration: Configuration) async -> [DoctorCommand.Finding] {
    let address: NATSAddress
    do {
      guard let found = try configuration.nats() else { return [] }
      address = found
    } catch {
      return [.init(state: .failed, name: "NATS", text: "\(error)")]
    }
    var findings: [DoctorCommand.Finding] = []
    for host in address.hosts {
      let name = "NATS at \(host.name):\(host.port)"
      switch await NATSCheck.look(at: host, of: address) {
      case .success(let version):
        findings.append(.init(state: .ok, name: name, text: "answers, version \(version)"))
      case .failure(let problem):
        findings.append(
          .init(
            state: .failed, name: name,
            text: "\(problem.text); nodes tell each other through the database until it is back"))
      }
    }
    return findings
  }
}
