/**
 * Yjs, from Debian's package; it is joined into the page's script and begins to run when it is first wanted.
 *
 * @param {boolean} isWanted
 * @returns {Promise<import("../content/yjs-content.js").Yjs | undefined>} nothing where it is not wanted
 */
export async function loadYjs(isWanted) {
  // @ts-ignore: the compiler does not look where Debian has it.
  return isWanted ? import("yjs") : undefined;
}
