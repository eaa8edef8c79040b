/**
 * Whether a host is written as a browser would write it in an origin: a name of lower-case
 * A-labels, an IPv4 address, or an IPv6 address in brackets (WHATWG URL, host serialising).
 *
 * @param {string} host
 * @returns {boolean}
 */
export function isCanonicalHost(host) {
  if (host.startsWith("[")) return isCanonicalIPv6(host);
  const labels = host.split(".");
  if (host.length > 253 || !labels.every(isLabel)) return false;
  // A browser reads any host whose last label is a number as an IPv4 address.
  return isNumber(labels[labels.length - 1]) ? isIPv4(labels) : true;
}

/** @param {string} label */
const isLabel = (label) =>
  label.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label);

/** @param {string} label */
const isNumber = (label) => /^([0-9]+|0x[0-9a-f]*)$/.test(label);

/** @param {string[]} labels */
const isIPv4 = (labels) =>
  labels.length === 4 &&
  labels.every((label) => /^(0|[1-9][0-9]{0,2})$/.test(label) && Number(label) <= 255);

/** @param {string} host */
function isCanonicalIPv6(host) {
  if (!/^\[[0-9a-f:]+\]$/.test(host)) return false;
  try {
    return new URL(`https://${host}`).hostname === host;
  } catch {
    return false;
  }
}
