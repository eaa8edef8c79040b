/** @type {Promise<any> | undefined} */
let loading;

/**
 * Yjs, from the package of the server's system.
 *
 * @param {boolean} isThere what the server says
 * @returns {Promise<any>} nothing where it is not there or does not come
 */
export function loadYjs(isThere) {
  if (!isThere) return Promise.resolve(undefined);
  // In a variable, because no checker of types on the author's machine finds it.
  const address = "/yjs/yjs.js";
  loading ??= import(address).catch(() => {
    loading = undefined;
  });
  return loading;
}
