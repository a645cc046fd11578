import { baseForm, isInfinitive } from '#server/modules/research/text/base-form.ts'
import type { Word } from './tag-words.ts'
import { findGroups, RELATIVE, TIME_OPENERS, type Group } from './verb-groups.ts'
import {
  CAUSE_VERBS,
  isPureOperator,
  ORDER_VERBS,
  SAY_VERBS,
  STATEMENT_VERBS,
  type Operator,
} from './vocabulary.ts'

/** A verb with the words around it. */
export type Frame = {
  nth: number
  verb: number | null
  verbBase: string
  /** Indexes where its words begin, and where its verb begins and ends. */
  from: number
  start: number
  end: number
  isPassive: boolean
  isSpeech: boolean
  /** The frame it depends on. Only a `complement` depends on the truth of its parent. */
  parent: Frame | null
  link: 'root' | 'coordinate' | 'complement' | 'relative' | 'adverb'
  opener: string
  /** The words of its parent that replace its missing subject; null if it has one. */
  inherits: 'before' | 'after' | null
  operators: Operator[]
  /** True for an infinitive or participle that another verb governs, as in `agreed to pay`. */
  isGoverned: boolean
  /** True for the second verb of `plans to list it and raise fees`, which has the operators of its parent. */
  isShared: boolean
}

const NOMINAL = /^(?:NOUN|PROPN|NUM|PRON|SYM)$/

const OPENERS =
  /^(?:while|whereas|because|although|though|if|unless|whether|as|since|when|where|once)$/
const CONTRASTS = /^(?:while|whereas|although|though)$/
const PARTICIPLE_OPENERS = /^(?:,|by|after|before|while|when)$/
const NEGATIONS = /^(?:never|not)$/
const SPEECH = /^(?:said|says|say|told)$/
const COORDINATORS = /^(?:but|nor|,|;|–|—)$/

/** Splits a sentence into the frames of its verbs. */
export function findFrames(words: readonly Word[]): Frame[] {
  const frames: Frame[] = []
  for (const group of findGroups(words)) {
    const plain = createFrame(words, group, frames.at(-1) ?? null)
    const link = group.form === 'finite' ? linkClause : linkPhrase
    frames.push({ ...plain, ...link(words, group, frames, plain) })
  }
  const root = frames.find(({ link }) => link === 'root')
  // In `The proposal to charge users was withdrawn`, the infinitive depends on the main verb after it.
  for (const frame of frames)
    if (root !== undefined && frame.isGoverned && frame.parent === null) frame.parent = root
  return frames.length > 0 ? frames : [createFrame(words, null, null)]
}

function createFrame(words: readonly Word[], group: Group | null, last: Frame | null): Frame {
  const { start, main, isPassive } = group ?? {
    start: words.length,
    main: words.length,
    isPassive: false,
  }
  const verbBase = baseForm(textAt(words, main))
  return {
    nth: last === null ? 0 : last.nth + 1,
    verb: group === null ? null : main,
    verbBase,
    from: group === null ? 0 : start,
    start,
    end: main,
    isPassive,
    isSpeech: SAY_VERBS.has(verbBase) && !isPassive && isQuoting(words, main),
    parent: last,
    link: 'root',
    opener: '',
    inherits: null,
    operators: [],
    isGoverned: false,
    isShared: false,
  }
}

const textAt = (words: readonly Word[], at: number): string => words[at]?.text ?? ''

/** `announced that`, `, Circle said` and `wrote on Monday`, but not `reported losses`. */
const isQuoting = (words: readonly Word[], main: number): boolean =>
  SPEECH.test(textAt(words, main)) ||
  words[main + 1] === undefined ||
  /^(?:that|,)$/.test(textAt(words, main + 1)) ||
  words[main + 1]?.pos === 'ADP'

/** Links an infinitive or a participle to the verb before it. */
function linkPhrase(
  words: readonly Word[],
  { start, form }: Group,
  frames: readonly Frame[],
): Partial<Frame> {
  const last = frames.at(-1)
  const before = textAt(words, start - 1)
  const isAfterNoun = NOMINAL.test(words[start - 1]?.pos ?? '')
  if (form === 'reduced' || (form === 'ing' && isAfterNoun))
    return { link: 'relative', inherits: last ? 'after' : 'before' }
  if (!last) {
    return form === 'to' && isOfNoun(words, start)
      ? { from: start - 1, link: 'relative', inherits: 'before', isGoverned: true }
      : {}
  }
  if (form === 'ing') {
    return PARTICIPLE_OPENERS.test(before)
      ? { link: 'adverb', opener: before, inherits: 'before' }
      : { link: 'complement', opener: before, inherits: 'before', isGoverned: true }
  }
  const hasOwn = !last.isPassive && hasNominal(words, last.end + 1, start)
  if (hasOwn && isPureOperator(textAt(words, last.end)))
    return { from: last.end + 1, link: 'complement' }
  const to = words.slice(0, start).findLastIndex(({ text }) => text === 'to')
  const from = NEGATIONS.test(textAt(words, to - 1)) ? to - 1 : to
  const isOrdered = hasOwn && ORDER_VERBS.has(last.verbBase)
  const inherits = isOrdered ? 'after' : 'before'
  return { from, link: 'complement', inherits, isGoverned: true }
}

/** `the proposal to charge users` */
const isOfNoun = (words: readonly Word[], start: number): boolean =>
  NOMINAL.test(words[start - 2]?.pos ?? '') &&
  words.slice(0, start - 2).some(({ pos }) => pos === 'DET')

/** Links a clause to the one before it. */
function linkClause(
  words: readonly Word[],
  group: Group,
  frames: readonly Frame[],
  plain: Frame,
): Partial<Frame> {
  const last = frames.at(-1)
  const opening = findOpening(words, last ? last.end + 1 : 0, group.start, last)
  if (!last && (opening?.kind !== 'relative' || opening.at === 0))
    return { from: 0, opener: findFirstOpener(words) }
  if (opening === null) return linkBare(words, group, frames)
  const from = opening.at + 1
  const opener = textAt(words, opening.at)
  const hasOwn = hasNominal(words, from, group.start)
  switch (opening.kind) {
    case 'relative':
      // "30 patients, two of whom died".
      if (textAt(words, opening.at - 1) === 'of')
        return { from: opening.at - 2, link: 'relative', opener }
      return { from, link: 'relative', opener, inherits: hasOwn ? null : last ? 'after' : 'before' }
    case 'that':
      return hasOwn
        ? { from, link: 'complement', opener }
        : { from, link: 'relative', opener, inherits: 'after' }
    case 'adverb':
      return { from, link: 'adverb', opener, inherits: hasOwn ? null : 'before' }
    case 'coordinate':
      if (hasOwn) return { from, link: 'coordinate', opener }
      if (areAllRelative(frames)) return { parent: null, inherits: 'before' }
      return { from, opener, ...linkSecondVerb(words, group, findSibling(frames, plain.isSpeech)) }
  }
}

/** Links a verb to the previous one with the same subject, as in `rose and closed at 5 SOL`. */
function linkSecondVerb(
  words: readonly Word[],
  group: Group,
  parent: Frame | null,
): Partial<Frame> {
  // "Plans to list it and raise fees" has not raised them.
  const isPlanned = group.isPassive || isInfinitive(textAt(words, group.main))
  const isShared = isPlanned && group.start === group.main
  return { link: 'coordinate', parent, isShared, inherits: 'before' }
}

const areAllRelative = (frames: readonly Frame[]): boolean =>
  frames.every(({ link }) => link === 'relative')

/** `While fees fell` */
function findFirstOpener(words: readonly Word[]): string {
  const first = textAt(words, 0)
  return OPENERS.test(first) ? first : ''
}

/** Links a clause without an opening word: `said prices rose`, `the coins it bought`. */
function linkBare(
  words: readonly Word[],
  { start }: Group,
  frames: readonly Frame[],
): Partial<Frame> {
  const last = frames.at(-1)
  // The words before an inner clause are the subject.
  if (areAllRelative(frames)) return { parent: null, inherits: 'before' }
  if (last && (STATEMENT_VERBS.has(last.verbBase) || CAUSE_VERBS.has(last.verbBase)))
    return { from: last.end + 1, link: 'complement' }
  return words[start - 1]?.pos === 'PRON'
    ? { from: start - 1, link: 'relative' }
    : { link: 'relative', inherits: 'after' }
}

const findSibling = (frames: readonly Frame[], isSpeech: boolean): Frame | null =>
  frames.findLast(
    ({ link, verbBase }) => link !== 'relative' && (!isSpeech || STATEMENT_VERBS.has(verbBase)),
  ) ??
  frames.at(-1) ??
  null

const hasNominal = (words: readonly Word[], from: number, to: number): boolean =>
  words.slice(from, to).some(({ pos }) => NOMINAL.test(pos))

type Opening = { at: number; kind: 'relative' | 'that' | 'adverb' | 'coordinate' }

/** Finds the word that opens the clause of a verb, between the previous verb and this one. */
function findOpening(
  words: readonly Word[],
  from: number,
  to: number,
  last: Frame | undefined,
): Opening | null {
  const find = (test: (word: Word, at: number) => boolean) =>
    words.findLastIndex((word, at) => at >= from && at < to && test(word, at))
  const relative = find(({ text }) => RELATIVE.test(text))
  if (relative >= 0) return { at: relative, kind: 'relative' }
  const that = find(({ text, pos }) => text === 'that' && pos !== 'DET')
  if (that >= 0) return { at: that, kind: isRelativeThat(words, that, last) ? 'relative' : 'that' }
  const adverb = find(
    ({ text, pos }, at) =>
      at + 1 < to && ((OPENERS.test(text) && pos !== 'ADP') || TIME_OPENERS.test(text)),
  )
  const also = find(({ text, pos }) => pos === 'CCONJ' || COORDINATORS.test(text))
  const isOfThisVerb =
    adverb >= 0 &&
    hasNominal(words, adverb + 1, to) &&
    !words.slice(adverb + 1, to).some(({ text }) => text === ',')
  if (isOfThisVerb)
    return { at: adverb, kind: CONTRASTS.test(textAt(words, adverb)) ? 'coordinate' : 'adverb' }
  return also < 0 ? null : { at: also, kind: 'coordinate' }
}

/** `the coins that it bought`, but not `a report that it bought coins`. */
function isRelativeThat(words: readonly Word[], at: number, last: Frame | undefined): boolean {
  if (!NOMINAL.test(words[at - 1]?.pos ?? '')) return false
  if (last === undefined) return true
  return !STATEMENT_VERBS.has(last.verbBase)
}
