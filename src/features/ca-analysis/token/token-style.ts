const DEGREES = 360

export type TokenStyle = {
  readonly letters: string
  /** Colors of the gradient, from the top left. */
  readonly from: string
  readonly to: string
}

/** Returns a hue for an address, always the same one. */
const pickHue = (mint: string): number => {
  let hash = 0
  for (const letter of mint) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return hash % DEGREES
}

/** The first letters of the symbol, which fit into the circle. */
const pickLetters = (mint: string, symbol: string | null): string => {
  const letters = (symbol ?? '').match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length === 0 ? mint.slice(0, 1) : letters.slice(0, 2).join('').toUpperCase()
}

/** Returns the letters and colors of a token's mark. */
export const getTokenStyle = (mint: string, symbol: string | null): TokenStyle => {
  const hue = pickHue(mint)
  return {
    letters: pickLetters(mint, symbol),
    from: `oklch(0.6 0.15 ${hue})`,
    to: `oklch(0.42 0.13 ${(hue + 50) % DEGREES})`,
  }
}
