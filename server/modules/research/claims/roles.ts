import { isTime, type Sentence, type Token } from './parse-sentence.ts'
import type { Frame } from './frames.ts'
import { LIMITS } from './vocabulary.ts'

/** Returns the words before the verb of a frame, or of the frame that it inherits them from. */
export function getSubject(frame: Frame, { tokens }: Sentence): Token[] {
  const own = tokens.filter(
    (token) => token.frame === frame && token.side === 'before' && token.kind === 'word',
  )
  return own.length === 0 && frame.parent !== null && frame.inherits === 'before'
    ? getSubject(frame.parent, { words: [], tokens, frames: [] })
    : own
}

/** Returns the subject that a pronoun may refer to in its own sentence. */
export function findSubjectBefore(pronoun: Token, sentence: Sentence): Token[] {
  const { frame, side, isPossessive } = pronoun
  const isAfter = side !== 'before'
  const isOuter = frame.parent === null || frame.link === 'relative' || (isAfter && !isPossessive)
  return [
    ...(isPossessive && isAfter ? getSubject(frame, sentence) : []),
    ...(isOuter || frame.parent === null ? [] : getSubject(frame.parent, sentence)),
  ]
}

export type Role = 'subject' | 'object' | 'verb' | 'phrase'

/** Returns the role of a token, in the active and the passive voice. */
export function getRole(token: Token): Role {
  const { side, prep, kind } = token
  const { isPassive } = token.frame
  if (side === 'verb') return 'verb'
  if (prep === 'by' && isPassive && side === 'after' && kind === 'word' && !isTime(token))
    return 'subject'
  if (prep !== null && !isPartOf(token)) return 'phrase'
  return side === 'before' && !isPassive ? 'subject' : 'object'
}

/** `most of the validators`, `two of them`, `the price of SOL`: the phrase has the role of its host. */
export const isPartOf = ({ kind, prep, host }: Token): boolean =>
  prep === 'of' &&
  host?.prep === null &&
  (host.kind === 'figure' ||
    kind === 'figure' ||
    LIMITS.has(host.text) ||
    /^(?:price|number|value|amount|total|group)$/.test(host.text))

/** Returns the role of a token for the verb of a frame, which may inherit its words from another frame. */
export function getRoleTo(token: Token, frame: Frame, { tokens, frames }: Sentence): Role | null {
  if (token.frame === frame) return getRole(token)
  const hasOwn = tokens.some(
    (other) => other.frame === frame && other.side === 'before' && other.prep === null,
  )
  if (hasOwn) return null
  const role = frame.isPassive ? 'object' : 'subject'
  const root = frames.find(({ link }) => link === 'root')
  const passed = new Set([frame])
  let current = frame
  while (current.inherits !== null) {
    const lender: Frame | undefined = current.parent ?? root
    if (lender === undefined || passed.has(lender)) return null
    if (token.frame === lender && token.side === current.inherits)
      return token.prep === null || current.inherits === 'after' ? role : 'phrase'
    if (current.inherits === 'after' && lender.link !== 'relative') return null
    passed.add(lender)
    current = lender
  }
  return null
}

/** Includes nested parts: in `Mango DAO's treasury`, `Mango` belongs to `DAO`, and `DAO` to `treasury`. */
export const isSamePhrase = (a: Token, b: Token): boolean =>
  a.head === b.head || a.head === b || b.head === a

/** True for two phrases that are joined by prepositions or a relative clause. */
export function isChained(a: Token, b: Token): boolean {
  if (a.frame !== b.frame) return isRelativeOf(a, b) || isRelativeOf(b, a)
  return findHosts(a).has(b.head) || findHosts(b).has(a.head)
}

/** Returns the head of the outermost phrase: `price` for `the price of coffee in Brazil`. */
export const findOuterHead = (token: Token): Token => [...findHosts(token)].at(-1)?.head ?? token

function findHosts({ head, host }: Token): Set<Token> {
  const found = new Set([head])
  for (let next = host; next !== null && !found.has(next); next = next.host) found.add(next)
  return found
}

const isRelativeOf = ({ frame, side }: Token, noun: Token): boolean =>
  frame.link === 'relative' && frame.parent === noun.frame && side === 'after'

/** True if one frame depends on the other. */
export const isLinked = (a: Frame, b: Frame): boolean => isWithin(a, b) || isWithin(b, a)

function isWithin(inner: Frame, outer: Frame): boolean {
  for (
    let frame: Frame | null = inner;
    frame !== null;
    frame = frame.link === 'coordinate' ? null : frame.parent
  )
    if (frame === outer) return true
  return false
}
