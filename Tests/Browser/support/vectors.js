import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex } from "../../../Web/grove/encoding/hex.js";
import { sha256 } from "../../../Web/grove/crypto/hash.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { publicKeyOf } from "../../../Web/grove/crypto/secret-scalar.js";
import { importSigningKey } from "../../../Web/grove/crypto/imported-key.js";
import { BaseKey } from "../../../Web/grove/identity/base-key.js";
import { Diversification } from "../../../Web/grove/identity/diversification.js";
import { IdentitySeed } from "../../../Web/grove/identity/identity-seed.js";
import { load } from "./environment.js";

/** The vectors of protocol 17, as they stand in the file: hex, except for two texts. */
export const vectors = JSON.parse((await load("Tests/Vectors/collab1.json")) ?? "null");
export const t0 = 1700000000000n;
export const account = "bob@docs.example";

/** @param {string} hex */
export const identifierOf = (hex) => encodeBase64URL(decodeHex(hex));

/** @param {string} text */
export const hashOf = (text) => sha256(utf8(text));

/** @param {Uint8Array} scalar */
export const baseKeyOf = async (scalar) => new BaseKey(scalar, await publicKeyOf(scalar));

/** @param {string} text */
export const scalarKey = async (text) => {
  const scalar = await hashOf(text);
  return importSigningKey(scalar, await publicKeyOf(scalar));
};

export const context = {
  audience: vectors.audience,
  collaborationID: vectors.collaborationID,
  recipient: identifierOf(vectors.recipient),
};
export const seed = new IdentitySeed(decodeHex(vectors.seed));
export const diversification = await Diversification.from(seed, context);
/** @type {PublicKey[]} */
export const bases = vectors.devices.map(({ base }) => new PublicKey(decodeHex(base)));
