/** What structures, keys and messages are written with, in one import: a device at work loads all of it. */
export * from "./check-result.js";
export * from "./base64url.js";
export * from "./byte-reader.js";
export * from "./byte-writer.js";
export * from "./bytes.js";
export * from "./decimal.js";
export * from "./grove-error.js";
export * from "./identifiers.js";
export * from "./json-members.js";
export * from "./strict-json.js";
