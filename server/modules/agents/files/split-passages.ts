const MAX_CHARS = 600

/**
 * Splits a text into passages of at most 600 characters, in its order: whole paragraphs where they fit, else lines,
 * else words, else characters. Each passage of a CSV or TSV file begins with the header.
 */
export function splitPassages(name: string, text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').trim()
  if (!/\.[ct]sv$/i.test(name)) return pack(lines, ['\n\n', '\n', ' '])
  const [header = '', ...rows] = lines.split('\n')
  if (rows.length === 0 || header.length > MAX_CHARS / 2) return pack(lines, ['\n', ' '])
  return pack(rows.join('\n'), ['\n', ' '], MAX_CHARS - header.length - 1).map(
    (passage) => `${header}\n${passage}`,
  )
}

/** Joins neighboring pieces while they fit, and splits a longer piece by the next separator. */
function pack(text: string, separators: readonly string[], max = MAX_CHARS): string[] {
  const [separator, ...finer] = separators
  const pieces = separator === undefined ? Array.from(text) : text.split(separator)
  const passages: string[] = []
  let open = ''
  for (const piece of pieces) {
    const joined = open === '' ? piece : `${open}${separator ?? ''}${piece}`
    if (joined.length <= max) {
      open = joined
      continue
    }
    passages.push(open)
    const parts = piece.length <= max ? [piece] : pack(piece, finer, max)
    open = parts.pop() ?? ''
    passages.push(...parts)
  }
  return [...passages, open].map((passage) => passage.trim()).filter((passage) => passage !== '')
}
