// Node 18, which Debian 12 has, keeps the browsers' `crypto` and `CryptoKey` in a module only. Import this first.
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;
globalThis.CryptoKey ??= webcrypto.CryptoKey;
