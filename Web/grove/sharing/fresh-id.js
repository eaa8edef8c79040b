import { encodeBase64URL } from "../encoding/base64url.js";
import { randomBytes } from "../encoding/bytes.js";

/** @returns {string} 16 random bytes: of a draft, a procedure, a message, a notice */
export const freshID = () => encodeBase64URL(randomBytes(16));
