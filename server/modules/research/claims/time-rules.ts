import { type Pair, type Reading, verbPair } from './align.ts'
import { isLinked, isTime } from './roles.ts'
import type { Sentence, Token } from './read-sentence.ts'

const START = 3

export function keepsDate({ said, held }: Pair, r: Reading): boolean {
  const point = (prep: string | null) =>
    prep === null || /^(?:on|in|at|during|of)$/.test(prep)
      ? 'at'
      : prep === 'through'
        ? 'until'
        : prep
  const isSame =
    point(said.prep) === point(held.prep) || (point(said.prep) === 'at' && held.at < START)
  if (!isSame) return false
  return isTimeOf(said, held, r)
}

/** In `A rose in May, while B fell`, the date is of both. */
function isSharedTime(held: Token, nth: number | undefined, { frames, tokens }: Sentence): boolean {
  const frame = frames[nth ?? -1]
  return (
    isTime(held) &&
    frame?.link === 'also' &&
    frame.parent === held.frame &&
    /^(?:while|whereas)$/.test(frame.opener) &&
    !tokens.some((token) => token.frame === nth && isTime(token))
  )
}

/** A date belongs to the nearest figure, and to its own clause. */
function isTimeOf(said: Token, held: Token, r: Reading): boolean {
  if (isSharedTime(held, verbPair(said.frame, r)?.held.frame, r.source)) return true
  const frames = r.pairs
    .filter(
      (pair) =>
        pair.said.frame === said.frame &&
        pair.said.kind === 'word' &&
        pair.held.kind === 'word' &&
        !pair.said.isSpeaker,
    )
    .map((pair) => pair.held.frame)
  if (
    frames.length > 0 &&
    !frames.some((frame) => isLinked(frame, held.frame, r.source)) &&
    held.at >= START
  )
    return false
  const main = verbPair(said.frame, r)
  if (
    main &&
    held.at >= START &&
    main.held.frame !== held.frame &&
    !(
      isLinked(main.held.frame, held.frame, r.source) &&
      r.source.frames[held.frame]?.link !== 'adverb' &&
      r.source.frames[main.held.frame]?.link !== 'adverb'
    )
  )
    return false
  return r.pairs.every((pair) => {
    if (pair.said.kind !== 'figure' || pair.said.frame !== said.frame) return true
    // A date after several figures belongs to the one before it.
    const first = Math.min(held.at, pair.held.at)
    const isFront =
      held.at < pair.held.at &&
      !r.source.tokens.some(
        (token) => token.frame === held.frame && token.kind === 'figure' && token.at < held.at,
      )
    const isRival = (token: Token) =>
      token !== held &&
      token !== pair.held &&
      token.frame === held.frame &&
      (isTime(token) || token.figure?.unit === pair.held.figure?.unit) &&
      !r.pairs.some(({ held: own }) => own === token)
    const rivals = r.source.tokens.filter(isRival)
    if (rivals.length === 0 || isFront) return true
    return held.at > pair.held.at && !rivals.some(({ at }) => at > first && at < held.at)
  })
}
