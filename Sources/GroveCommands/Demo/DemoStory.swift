/// The demo's story, act by act: steps 1 to 11 of design 3 and the unwelcome cases around them.
struct DemoStory: Sendable {
  let environment: DemoEnvironment
  let report: DemoReport

  func play() async throws {
    let cast = try await arrive()
    let kitchen = try await talk(cast)
    let recipe = try await share(cast, in: kitchen)
    try await open(recipe, cast)
    try await refuse(recipe, cast)
    try await announce(recipe, cast, in: kitchen)
    try await cancel(cast, in: kitchen)
    try await survive(recipe, cast)
    try await addDeviceLater(recipe, cast)
    try await remove(recipe, cast, in: kitchen)
  }

  /// Everybody's devices.
  struct DemoDevices: Sendable {
    var alicePhone, aliceLaptop: DemoDevice
    var bobPhone, bobLaptop, bobTablet: DemoDevice
    var charliePhone, charlieLaptop: DemoDevice
    var stranger: DemoDevice

    var all: [DemoDevice] {
      [
        alicePhone, aliceLaptop, bobPhone, bobLaptop, bobTablet, charliePhone, charlieLaptop,
        stranger,
      ]
    }
  }

  /// A shared document and what is known about it.
  struct SharedDocument: Sendable {
    var link: String
    var collaborationID: String
    var documentID: String
  }

  func link(_ old: DemoDevice, _ new: DemoDevice) async throws {
    let code = try await new.must(.beginLink).value("code")
    async let joined = new.must(.completeLink)
    let shown = try await old.must(.linkDevice, ["code": code]).value("digits")
    try expect(try await joined.value("digits") == shown, "the two devices show other digits")
  }
}
