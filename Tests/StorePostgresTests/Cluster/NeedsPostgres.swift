import Testing

extension Trait where Self == ConditionTrait {
  /// Where there is no PostgreSQL its tests are not run, and say so.
  static var needsPostgres: Self {
    .enabled(
      if: PostgresPrograms.found != nil, "PostgreSQL is not installed: script/bootstrap test")
  }
}
