public import GroveIdentity

// Bodies that hold a token or a password print as nothing (design 5, invariant 12): a log line, an
// error or a failed test that shows one must not give an account away.

extension RelayToken: Redacted {}
extension AppSession: Redacted {}
extension CreateSession: Redacted {}
extension ChangePassword: Redacted {}
extension PasswordChanged: Redacted {}
extension ResetPassword: Redacted {}
extension SignInCodeMade: Redacted {}
extension UseSignInCode: Redacted {}
extension CreateAppAccount: Redacted {}
extension EntryChallenge: Redacted {}
extension Enter: Redacted {}
extension Entered: Redacted {}
extension AddPassword: Redacted {}
extension PutNoticeAddress: Redacted {}
extension AppPasswordMade: Redacted {}
