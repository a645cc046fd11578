/** Number of words such as `a` and `of` between two words that are quoted together. */
const MAX_BETWEEN = 1
/** The particle of a phrasal verb such as `shut down`. */
const PARTICLE = /^ (?:down|up|out|off|away|back|apart)\b/i

/** Quotes words from the question: `hire a lawyer`, or each word separately if they are far apart. */
export function quoteQuestionWords(words: readonly string[], query: string): string {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const from = query.toLowerCase().indexOf(first)
  const to = findEnd(query, last)
  const span = from < 0 ? '' : query.slice(from, to)
  const isClose = words.length > 1 && span.split(/\s+/).length <= words.length + MAX_BETWEEN
  return isClose && words.every((word) => span.toLowerCase().includes(word))
    ? `“${span}”`
    : words.map((word) => `“${withParticle(query, word)}”`).join(' or ')
}

/** Returns where the last mention of a word in a question ends, including its particle. */
function findEnd(query: string, word: string): number {
  const end = query.toLowerCase().lastIndexOf(word) + word.length
  return end + (PARTICLE.exec(query.slice(end))?.[0].length ?? 0)
}

function withParticle(query: string, word: string): string {
  const end = findEnd(query, word)
  const from = query.toLowerCase().lastIndexOf(word)
  return from < 0 ? word : `${word}${query.slice(from + word.length, end)}`
}
