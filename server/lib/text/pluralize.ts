/** Returns `1 page` or `3 pages`. `plural` is for nouns that take no `s`. */
export const pluralize = (count: number | bigint, noun: string, plural = `${noun}s`): string =>
  `${count} ${Number(count) === 1 ? noun : plural}`
