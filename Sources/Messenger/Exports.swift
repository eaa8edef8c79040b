// What a device decides about, and what its library answers with, are one module to whoever uses it.
@_exported public import MessengerDomain
