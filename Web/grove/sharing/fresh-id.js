import { encodeBase64URL, randomBytes } from "../encoding/encoding.js";

/** @returns {string} 16 random bytes: of a draft, a procedure, a message, a notice */
export const freshID = () => encodeBase64URL(randomBytes(16));
