/** How far a sender's clock may be ahead, in milliseconds (protocol 10.6 (5)). */
const futureTolerance = 5n * 60_000n;

/**
 * How long (senderDeviceID, messageID) is remembered. A replay later than this cannot be opened:
 * the KEM key it was sealed to has been deleted (at most 30 + 14 days, protocol 3.6).
 */
export const replayRetention = 90n * 24n * 3_600_000n;

/**
 * @param {bigint} sentAt
 * @param {bigint} now
 */
export const acceptsSentAt = (sentAt, now) => sentAt <= now + futureTolerance;
