import { MessengerError } from "./messenger-error.js";

/**
 * A part of this page that is loaded when it is wanted. It comes from the relay's origin, so that it
 * cannot be had means that the relay is away.
 *
 * @template Part
 * @param {Promise<Part>} part what `import()` gave
 * @returns {Promise<Part>}
 * @throws {MessengerError} `relay_unreachable`
 */
export const loaded = (part) =>
  part.catch((error) => {
    if (error instanceof TypeError) {
      throw new MessengerError("relay_unreachable", "a part of this page cannot be loaded");
    }
    throw error;
  });
