import type { Pair, Reading } from './align.ts'
import type { Sentence, Token } from './read-sentence.ts'

/** In `4 SOL on Orca and 9 SOL on Raydium`, each figure has words of its own. */
export function keepsParallels(r: Reading): boolean {
  const saidPart = divideAtFigures(r.claim)
  const heldPart = divideAtFigures(r.source)
  return r.pairs.every((figure) => {
    const unit = getUnit(figure.held)
    const rivals = r.source.tokens.filter(
      (token) =>
        token !== figure.held &&
        token.frame === figure.held.frame &&
        !isRange(token, figure.held) &&
        unit !== undefined &&
        getUnit(token) === unit,
    )
    const unused = rivals.filter((rival) => !r.used.has(rival))
    const partOf = (token: Token) =>
      r.source.tokens.filter((other) => heldPart.get(other) === heldPart.get(token))
    // "Apple and Tesla rose 3% and 5%".
    const isInOrder = [figure.held, ...rivals].some((token) => partOf(token).length === 1)
    // "Apple rose 3% and Tesla 5%".
    const hasOwnSubject = partOf(figure.held).some(
      (token) => isObject(token) && token.at < figure.held.at && !r.used.has(token),
    )
    if (unused.length > 0 && (isInOrder || hasOwnSubject)) return false
    return r.pairs.every((word) => {
      const isSamePart = heldPart.get(word.held) === heldPart.get(figure.held)
      if (isSamePart || !isInClause(word, figure) || word.held.side !== 'after') return true
      const isMoved = saidPart.get(word.said) === saidPart.get(figure.said)
      return !(isMoved ? rivals : unused).some(
        (rival) => heldPart.get(rival) === heldPart.get(word.held),
      )
    })
  })
}

/** `from 75% to 65%` is one change. */
const isRange = (a: Token, b: Token): boolean =>
  (a.prep === 'from' && b.prep === 'to') || (a.prep === 'to' && b.prep === 'from')

const isInClause = (a: Pair, b: Pair): boolean =>
  a.said.frame === b.said.frame && a.held.frame === b.held.frame

const isObject = ({ kind, side, prep }: Token): boolean =>
  kind === 'word' && side === 'after' && prep === null

/** Returns what a figure counts in, also of `half` and of a date. */
function getUnit({ figure, date, text }: Token): string | undefined {
  if (date !== null) return 'date'
  return figure?.unit ?? (text === 'half' || text === 'third' ? 'share' : undefined)
}

/** Numbers the parts of a sentence that have one figure of a unit each. */
function divideAtFigures({ tokens, words }: Sentence): Map<Token, number> {
  const part = new Map<Token, number>()
  const units = new Set<string>()
  let nth = 0
  let last = 0
  for (const token of tokens) {
    const isDivided = words
      .slice(last, token.at)
      .some(({ text, pos }) => pos === 'CCONJ' || /^[,;]$/.test(text))
    const unit = getUnit(token)
    if ((isDivided && units.size > 0) || (unit !== undefined && units.has(unit))) {
      nth += 1
      units.clear()
    }
    if (unit !== undefined) units.add(unit)
    part.set(token, nth)
    last = token.at
  }
  return part
}
