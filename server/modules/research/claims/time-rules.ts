import { type Pair, type Reading, pairVerb } from './align.ts'
import type { Frame } from './frames.ts'
import { isTime, type Token } from './read-sentence.ts'
import { isLinked } from './roles.ts'

/** A date keeps its preposition, its clause, and the figure that it belongs to. */
export const keepsDate = (pair: Pair, r: Reading): boolean =>
  isPoint(pair.said) === isPoint(pair.held) &&
  (isPoint(pair.said) || pair.said.prep === pair.held.prep) &&
  (isShared(pair, r) || isOfClause(pair, r))

/** `in May`, `on Monday`, but not `until May`. */
const isPoint = ({ prep }: Token): boolean => prep === null || /^(?:on|in|at|during|of)$/.test(prep)

function isOfClause({ said, held }: Pair, r: Reading): boolean {
  const verb = pairVerb(said.frame, r)
  const others = r.pairs.filter((pair) => pair.said.frame === said.frame && pair.held !== held)
  const frames = (verb === null ? others : [verb]).map((pair) => pair.held.frame)
  const isOf = (frame: Frame) =>
    frame === held.frame ||
    (isLinked(frame, held.frame) && frame.link !== 'adverb' && held.frame.link !== 'adverb')
  return frames.length === 0 || frames.some(isOf)
}

/** In `A rose in May, while B fell`, the date is of both. */
function isShared({ said, held }: Pair, r: Reading): boolean {
  const frame = pairVerb(said.frame, r)?.held.frame
  return (
    /^(?:while|whereas)$/.test(frame?.opener ?? '') &&
    frame?.parent === held.frame &&
    !r.source.tokens.some((token) => token.frame === frame && isTime(token))
  )
}
