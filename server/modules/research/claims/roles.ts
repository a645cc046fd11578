import { LIMITS } from './vocabulary.ts'
import { PERIOD, type Sentence, type Token } from './read-sentence.ts'

export function subjectBefore(pronoun: Token, source: Sentence): Token[] {
  const frame = source.frames[pronoun.frame]
  if (!frame) return []
  const upper =
    frame.parent === null ||
    frame.link === 'relative' ||
    (pronoun.side !== 'before' && !pronoun.isPossessive)
      ? []
      : subjectOf(source, frame.parent)
  return pronoun.isPossessive && pronoun.side === 'after'
    ? [...subjectOf(source, pronoun.frame), ...upper]
    : upper
}

export function subjectOf({ tokens, frames }: Sentence, nth: number): Token[] {
  const own = tokens.filter(
    ({ frame, side, kind, prep }) =>
      frame === nth && side === 'before' && kind === 'word' && prep !== 'by',
  )
  const { parent, inherits } = frames[nth] ?? {}
  return own.length > 0 || parent === null || parent === undefined || inherits !== 'before'
    ? own
    : subjectOf({ words: [], tokens, frames }, parent)
}

export type Role = 'subject' | 'object' | 'verb' | 'phrase'

/** Who acts and what is acted on, in the active and in the passive. */
export function roleOf(token: Token, { frames, tokens }: Sentence): Role {
  if (token.side === 'verb') return 'verb'
  const isPassive = frames[token.frame]?.isPassive === true
  if (
    token.prep === 'by' &&
    isPassive &&
    token.side === 'after' &&
    token.kind === 'word' &&
    !isTime(token)
  )
    return 'subject'
  if (token.prep !== null && !isPartOf(token, tokens)) return 'phrase'
  if (token.side === 'before') return isPassive ? 'object' : 'subject'
  return 'object'
}

/** `most of the validators`, `the price of SOL`: the phrase has the role of its host. */
export function isPartOf(token: Token, tokens: readonly Token[]): boolean {
  if (token.prep !== 'of') return false
  const host = tokens.find(({ at }) => at === token.host)
  return (
    host !== undefined &&
    host.prep === null &&
    (LIMITS.has(host.text) || /^(?:price|number|value|amount|total|group)$/.test(host.text))
  )
}

/** The role of a token to a verb, which may take its words from another frame. */
export function roleTo(token: Token, nth: number, sentence: Sentence): Role | null {
  const frame = sentence.frames[nth]
  if (!frame) return null
  if (token.frame === nth) return roleOf(token, sentence)
  const role: Role = frame.isPassive ? 'object' : 'subject'
  const hasOwn = sentence.tokens.some(
    (other) => other.frame === nth && other.side === 'before' && other.prep === null,
  )
  if (hasOwn) return null
  const chain = [nth]
  let current = frame
  while (current.inherits !== null) {
    const from = current.parent ?? sentence.frames.findIndex(({ link }) => link === 'root')
    if (from < 0 || chain.includes(from)) break
    if (token.frame === from) {
      if (current.inherits === 'before' ? token.side === 'before' : token.side === 'after')
        return token.prep === null || current.inherits === 'after' ? role : 'phrase'
    }
    if (current.inherits === 'after' && sentence.frames[from]?.link !== 'relative') break
    chain.push(from)
    const next = sentence.frames[from]
    if (!next) break
    current = next
  }
  return null
}

export const isSamePhrase = (a: Token, b: Token): boolean =>
  a.frame === b.frame && a.head === b.head

export function isChained(a: Token, b: Token, source: Sentence): boolean {
  if (a.frame !== b.frame) return isRelativeOf(a, b, source)
  const hosts = (token: Token): number[] => {
    const found: number[] = [token.head]
    let host = token.host
    while (host !== null && !found.includes(host)) {
      found.push(host)
      host = source.tokens.find(({ at }) => at === host)?.host ?? null
    }
    return found
  }
  return hosts(a).includes(b.head) || hosts(b).includes(a.head)
}

function isRelativeOf(a: Token, b: Token, source: Sentence): boolean {
  return [
    [a, b],
    [b, a],
  ].some(
    ([x, y]) =>
      x &&
      y &&
      source.frames[x.frame]?.link === 'relative' &&
      source.frames[x.frame]?.parent === y.frame &&
      x.side === 'after',
  )
}

/** Frames that make one statement: one is inside the other, or both have the same subject by a participle. */
export function isLinked(a: number, b: number, { frames }: Sentence): boolean {
  if (a === b) return true
  const up = (nth: number): number[] => {
    const found = [nth]
    let frame = frames[nth]
    while (
      frame &&
      frame.parent !== null &&
      frame.link !== 'also' &&
      !found.includes(frame.parent)
    ) {
      found.push(frame.parent)
      frame = frames[frame.parent]
    }
    return found
  }
  return up(a).includes(b) || up(b).includes(a)
}

export const isTime = (token: Token): boolean => token.kind === 'date' || PERIOD.test(token.text)

export const verbTextOf = (token: Token, { frames, words }: Sentence): string =>
  words[frames[token.frame]?.verb ?? -1]?.text ?? ''
