const day = 86_400_000;

/** @param {Date} date */
const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/**
 * Making a format costs far more than using one.
 *
 * @param {Intl.DateTimeFormatOptions} options
 * @param {number} at
 */
function formatted(options, at) {
  const name = Object.keys(options).join();
  let format = formats.get(name);
  if (!format) formats.set(name, (format = new Intl.DateTimeFormat(undefined, options)));
  return format.format(at);
}

/** @param {number} at @returns {string} "14:05" as this person's place writes it */
export const clockTime = (at) => formatted({ hour: "numeric", minute: "2-digit" }, at);

/** @param {number} at @returns {string} for a time element's title */
export const fullTime = (at) => formatted({ dateStyle: "full", timeStyle: "short" }, at);

/**
 * @param {number} at
 * @param {number} now
 * @returns {number} whole days, by this person's calendar
 */
export const daysAgo = (at, now) =>
  Math.round((midnight(new Date(now)) - midnight(new Date(at))) / day);

/**
 * @param {number} at
 * @param {number} now
 * @returns {string} between the messages of two days
 */
export function dayName(at, now) {
  const ago = daysAgo(at, now);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  if (ago > 1 && ago < 7) return formatted({ weekday: "long" }, at);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return sameYear ? formatted({ weekday: "short", day: "numeric", month: "long" }, at)
    : formatted({ day: "numeric", month: "long", year: "numeric" }, at);
}

/**
 * @param {number} at
 * @param {number} now
 * @returns {string} beside a conversation in a list: as short as it can be
 */
export function shortTime(at, now) {
  const ago = daysAgo(at, now);
  if (ago <= 0) return clockTime(at);
  if (ago === 1) return "Yesterday";
  return ago < 7 ? formatted({ weekday: "short" }, at)
    : formatted({ day: "numeric", month: "short" }, at);
}
