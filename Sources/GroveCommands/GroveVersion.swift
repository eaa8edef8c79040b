import CGroveBuild

/// What this program is: what `grove --version` prints.
public enum GroveVersion {
  /// The release, as semantic versioning has it (semver.org, 2.0.0); `CHANGELOG.md` says what came with it.
  public static let number = "0.3.0"

  /// The commit it was built from; "unknown" without `script/build`.
  public static let commit = String(cString: grove_build_commit())

  /// How it was built. Figures of a debug build say nothing about what users run.
  #if DEBUG
    public static let kind = "debug"
  #else
    public static let kind = "release"
  #endif

  /// All three in one line.
  public static let full = "\(number) (\(commit), \(kind))"
}
