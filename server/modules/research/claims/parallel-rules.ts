import type { Pair, Reading } from './align.ts'
import type { Sentence, Token } from './parse-sentence.ts'

/** In `4 SOL on Orca and 9 SOL on Raydium`, each figure belongs to its own words. */
export function preservesParallels(r: Reading): boolean {
  const claimParts = divideAtFigures(r.claim)
  const sourceParts = divideAtFigures(r.source)
  return r.pairs.every((figure) => {
    const unit = getUnit(figure.sourceToken)
    const rivals = r.source.tokens.filter(
      (token) =>
        token !== figure.sourceToken &&
        token.frame === figure.sourceToken.frame &&
        !isRange(token, figure.sourceToken) &&
        unit !== undefined &&
        getUnit(token) === unit,
    )
    const unused = rivals.filter((rival) => !r.used.has(rival))
    const partOf = (token: Token) =>
      r.source.tokens.filter((other) => sourceParts.get(other) === sourceParts.get(token))
    // "Apple and Tesla rose 3% and 5%".
    const isInOrder = [figure.sourceToken, ...rivals].some((token) => partOf(token).length === 1)
    // "Apple rose 3% and Tesla 5%".
    const hasOwnSubject = partOf(figure.sourceToken).some(
      (token) => isObject(token) && token.at < figure.sourceToken.at && !r.used.has(token),
    )
    if (unused.length > 0 && (isInOrder || hasOwnSubject)) return false
    return r.pairs.every((word) => {
      const isSamePart = sourceParts.get(word.sourceToken) === sourceParts.get(figure.sourceToken)
      if (isSamePart || !isInClause(word, figure) || word.sourceToken.side !== 'after') return true
      const isMoved = claimParts.get(word.claimToken) === claimParts.get(figure.claimToken)
      return !(isMoved ? rivals : unused).some(
        (rival) => sourceParts.get(rival) === sourceParts.get(word.sourceToken),
      )
    })
  })
}

/** `from 75% to 65%` is one change. */
const isRange = (a: Token, b: Token): boolean =>
  (a.prep === 'from' && b.prep === 'to') || (a.prep === 'to' && b.prep === 'from')

const isInClause = (a: Pair, b: Pair): boolean =>
  a.claimToken.frame === b.claimToken.frame && a.sourceToken.frame === b.sourceToken.frame

const isObject = ({ kind, side, prep }: Token): boolean =>
  kind === 'word' && side === 'after' && prep === null

/** Returns the unit of a figure, a date, or `half`. */
function getUnit({ figure, date, text }: Token): string | undefined {
  if (date !== null) return 'date'
  return figure?.unit ?? (text === 'half' || text === 'third' ? 'share' : undefined)
}

/** Splits a sentence into parts with at most one figure of each unit, and returns the part number of each token. */
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
