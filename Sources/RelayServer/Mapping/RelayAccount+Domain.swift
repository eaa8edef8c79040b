import GroveIdentity
import GroveWire
import RelayDomain

extension RelayAccount {
  init(_ view: AccountView) {
    self.init(
      accountID: view.account.accountID, handle: view.account.handle.text,
      name: view.account.name, statements: view.statements, kemKeys: view.kemKeys,
      next: view.next.map { DecimalUInt64($0) })
  }
}
