/** Mulberry32: returns the same whole numbers below 2^32 for the same seed. */
function wordsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Returns a function that draws whole numbers from 0 to below its argument. */
export function randomFrom(seed: number): (below: number) => number {
  const draw = wordsFrom(seed)
  return (below) => draw() % below
}

/** Returns a function that draws numbers from 0 to below 1. */
export function fractionsFrom(seed: number): () => number {
  const draw = wordsFrom(seed)
  return () => draw() / 2 ** 32
}
