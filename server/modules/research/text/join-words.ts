const BUYING_BACK = /\b(?:buy(?:s|ing)?|bought) back\b/gi
const MAIN_NETWORK = /\bmain net(?:work)?\b/gi

/** Writes terms of two words as one, in questions and texts alike, so that both have the same word. */
export const joinWords = (text: string): string =>
  text.replaceAll(BUYING_BACK, 'buyback').replaceAll(MAIN_NETWORK, 'mainnet')
