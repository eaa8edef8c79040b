/** The type of a share card in a DataTransfer: see share-card.js. */
export const shareCardType = "application/vnd.grove.share+json";
