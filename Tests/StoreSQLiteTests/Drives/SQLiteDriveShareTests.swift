import DriveDomain
import GroveTesting
import StoreSQLite
import Testing

/// Files that are shared, on SQLite.
@Suite struct SQLiteDriveShareTests {
  @Test(arguments: DriveShareContract.all.indices)
  func `sharing files means the same on SQLite as in memory`(_ index: Int) async throws {
    let scratch = try CoreScratch()
    let world = try await DriveWorld(SQLiteCollaborationStore(path: scratch.path))
    try await DriveShareContract.all[index].run(world)
  }
}
