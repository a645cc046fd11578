import { type Pair, type Reading, pairVerb } from './align.ts'
import type { Frame } from './frames.ts'
import { isTime, type Token } from './parse-sentence.ts'
import { isLinked } from './roles.ts'

/** A date has the same preposition and belongs to the same clause. */
export const preservesDate = (pair: Pair, r: Reading): boolean =>
  isPoint(pair.claimToken) === isPoint(pair.sourceToken) &&
  (isPoint(pair.claimToken) || pair.claimToken.prep === pair.sourceToken.prep) &&
  (isShared(pair, r) || isOfClause(pair, r))

/** `in May`, `on Monday`, but not `until May`. */
const isPoint = ({ prep }: Token): boolean => prep === null || /^(?:on|in|at|during|of)$/.test(prep)

function isOfClause({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  const verb = pairVerb(claimToken.frame, r)
  const others = r.pairs.filter(
    (pair) => pair.claimToken.frame === claimToken.frame && pair.sourceToken !== sourceToken,
  )
  const frames = (verb === null ? others : [verb]).map((pair) => pair.sourceToken.frame)
  const isOf = (frame: Frame) =>
    frame === sourceToken.frame ||
    (isLinked(frame, sourceToken.frame) &&
      frame.link !== 'adverb' &&
      sourceToken.frame.link !== 'adverb')
  return frames.length === 0 || frames.some(isOf)
}

/** In `A rose in May, while B fell`, the date applies to both clauses. */
function isShared({ claimToken, sourceToken }: Pair, r: Reading): boolean {
  const frame = pairVerb(claimToken.frame, r)?.sourceToken.frame
  return (
    /^(?:while|whereas)$/.test(frame?.opener ?? '') &&
    frame?.parent === sourceToken.frame &&
    !r.source.tokens.some((token) => token.frame === frame && isTime(token))
  )
}
