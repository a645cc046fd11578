import { COMPLEMENT_VERBS, GRAMMAR, IS_PARTICIPLE, SAY } from './vocabulary.ts'
import { findGroups, RELATIVE, TIME_OPENERS, type Group } from './verb-groups.ts'
import type { Word } from './tag-words.ts'

/** A verb with the words around it. */
export type Frame = {
  verb: number | null
  /** The places where its words begin, and where its verb begins and ends. */
  from: number
  start: number
  end: number
  isPassive: boolean
  isSay: boolean
  /** The frame it depends on: its truth depends on a `complement`'s, but not on that of the others. */
  parent: number | null
  link: 'root' | 'also' | 'complement' | 'relative' | 'adverb'
  opener: string
  /** Whether it has no words of its own before its verb, and takes those of its parent. */
  inherits: 'before' | 'after' | null
}

const NOMINAL = /^(?:NOUN|PROPN|NUM|PRON|SYM)$/

const OPENERS =
  /^(?:while|whereas|because|although|though|if|unless|whether|as|since|when|where|once)$/

/** Divides a sentence into the frames of its verbs. */
export function findFrames(words: readonly Word[]): Frame[] {
  const frames: Frame[] = []
  for (const group of findGroups(words)) {
    const plain = createFrame(words, group, frames.length)
    const link = group.form === 'finite' ? linkClause : linkPhrase
    frames.push({ ...plain, ...link(words, group, frames, plain) })
  }
  const none = {
    start: words.length,
    main: -1,
    isPassive: false,
    form: 'finite',
  } as const
  return frames.length > 0
    ? frames
    : [{ ...createFrame(words, none, 0), verb: null, from: 0, end: words.length }]
}

const createFrame = (words: readonly Word[], group: Group, nth: number): Frame => ({
  verb: group.main,
  from: group.start,
  start: group.start,
  end: group.main,
  isPassive: group.isPassive,
  isSay: SAY.has(textAt(words, group.main)) && !group.isPassive && isQuoting(words, group),
  parent: nth === 0 ? null : nth - 1,
  link: 'root',
  opener: '',
  inherits: null,
})

const textAt = (words: readonly Word[], at: number | null | undefined): string =>
  words[at ?? -1]?.text ?? ''

/** Links an infinitive or a participle to the verb before it. */
function linkPhrase(
  words: readonly Word[],
  { start, form }: Group,
  frames: readonly Frame[],
): Partial<Frame> {
  const last = frames.at(-1)
  const before = textAt(words, start - 1)
  const isAfterNoun = NOMINAL.test(words[start - 1]?.pos ?? '') && before !== ','
  if (form === 'reduced' || (form === 'ing' && isAfterNoun))
    return { link: 'relative', inherits: last ? 'after' : 'before' }
  if (!last) return {}
  if (form === 'ing') {
    const isMeans = /^(?:,|by|after|before|while|when)$/.test(before)
    return { link: isMeans ? 'adverb' : 'complement', opener: before, inherits: 'before' }
  }
  const verb = textAt(words, last.verb)
  const hasOwn = !last.isPassive && hasNominal(words, last.end + 1, start)
  if (hasOwn && GRAMMAR.has(verb)) return { from: last.end + 1, link: 'complement' }
  const to = words.slice(0, start).findLastIndex(({ text }) => text === 'to')
  const from = /^(?:never|not)$/.test(textAt(words, to - 1)) ? to - 1 : to
  return { from, link: 'complement', inherits: hasOwn && ORDER.test(verb) ? 'after' : 'before' }
}

const ORDER = /^(?:order|ask|urge|instruct|force|require|tell|told|help|warn)/
const CAUSE = /^(?:let|mak|made|help|see|saw)/

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
    return { from: 0, opener: OPENERS.test(textAt(words, 0)) ? textAt(words, 0) : '' }
  if (opening === null) return linkBare(words, group, frames)
  const from = opening.at + 1
  const opener = textAt(words, opening.at)
  const hasOwn = hasNominal(words, from, group.start)
  switch (opening.kind) {
    case 'relative':
      return { from, link: 'relative', opener, inherits: hasOwn ? null : last ? 'after' : 'before' }
    case 'that':
      return hasOwn
        ? { from, link: 'complement', opener }
        : { from, link: 'relative', opener, inherits: 'after' }
    case 'adverb':
      return { from, link: 'adverb', opener, inherits: hasOwn ? null : 'before' }
    case 'also': {
      if (hasOwn) return { from, link: 'also', opener }
      const parent = findSibling(frames, words, plain.isSay)
      const isPassive =
        group.isPassive || (frames[parent]?.isPassive === true && isBareParticiple(words, group))
      return { from, link: 'also', opener, parent, isPassive, inherits: 'before' }
    }
  }
}

const isBareParticiple = (words: readonly Word[], { start, main }: Group): boolean =>
  start === main &&
  IS_PARTICIPLE(textAt(words, main)) &&
  !/^(?:NOUN|PROPN|NUM|PRON|SYM|DET)$/.test(words[main + 1]?.pos ?? '')

/** Links a clause without a word that opens it: `said prices rose`, `the coins it bought`. */
function linkBare(
  words: readonly Word[],
  { start }: Group,
  frames: readonly Frame[],
): Partial<Frame> {
  const last = frames.at(-1)
  // The words before an inner clause are the subject.
  if (frames.every(({ link }) => link === 'relative')) return { parent: null, inherits: 'before' }
  const verb = textAt(words, last?.verb)
  if (last && (COMPLEMENT_VERBS.has(verb) || CAUSE.test(verb)))
    return { from: last.end + 1, link: 'complement' }
  return words[start - 1]?.pos === 'PRON'
    ? { from: start - 1, link: 'relative' }
    : { link: 'relative', inherits: 'after' }
}

/** `announced that`, `, Circle said` and `wrote on Monday`, but not `reported losses`. */
const isQuoting = (words: readonly Word[], { main }: Group): boolean =>
  /^(?:said|says|say|told)$/.test(words[main]?.text ?? '') ||
  words[main + 1] === undefined ||
  /^(?:that|,)$/.test(words[main + 1]?.text ?? '') ||
  words[main + 1]?.pos === 'ADP'

const findSibling = (frames: readonly Frame[], words: readonly Word[], isSay: boolean): number => {
  const nth = frames.findLastIndex(
    ({ link, verb }) =>
      link !== 'relative' && (!isSay || COMPLEMENT_VERBS.has(words[verb ?? -1]?.text ?? '')),
  )
  return nth < 0 ? frames.length - 1 : nth
}

const hasNominal = (words: readonly Word[], from: number, to: number): boolean =>
  words
    .slice(from, to)
    .some(
      ({ pos, text }) =>
        NOMINAL.test(pos) ||
        (pos === 'DET' && /^(?:those|these|this|that|all|both|some|none|neither)$/.test(text)),
    )

type Opening = { at: number; kind: 'relative' | 'that' | 'adverb' | 'also' }

function findOpening(
  words: readonly Word[],
  from: number,
  to: number,
  last: Frame | undefined,
): Opening | null {
  const between = words.slice(from, to)
  const find = (test: (word: Word, nth: number) => boolean) => {
    const nth = between.findLastIndex(test)
    return nth < 0 ? null : nth + from
  }
  const relative = find(({ text }) => RELATIVE.test(text))
  if (relative !== null) return { at: relative, kind: 'relative' }
  const that = find(({ text, pos }) => text === 'that' && pos !== 'DET')
  if (that !== null) {
    const isAfterNoun = NOMINAL.test(words[that - 1]?.pos ?? '')
    const isAbout =
      /^(?:reports?|claims?|evidence|proof|sign|rumou?rs?|fact|news|allegations?)$/.test(
        words[that - 1]?.text ?? '',
      )
    return {
      at: that,
      kind:
        isAfterNoun &&
        !isAbout &&
        last !== undefined &&
        !COMPLEMENT_VERBS.has(words[last.verb ?? -1]?.text ?? '')
          ? 'relative'
          : isAfterNoun && last === undefined
            ? 'relative'
            : 'that',
    }
  }
  const adverb = find(
    ({ text, pos }, nth) =>
      (OPENERS.test(text) && (pos !== 'ADP' || nth + from + 1 < to)) ||
      (TIME_OPENERS.test(text) && nth + from + 1 < to),
  )
  const isSubjectAfter = adverb !== null && hasNominal(words, adverb + 1, to)
  if (
    adverb !== null &&
    isSubjectAfter &&
    !words.slice(adverb + 1, to).some(({ text }) => text === ',')
  )
    return {
      at: adverb,
      kind: /^(?:while|whereas|although|though)$/.test(words[adverb]?.text ?? '')
        ? 'also'
        : 'adverb',
    }
  const also = find(({ text, pos }) => pos === 'CCONJ' || /^(?:but|nor|,|;|–|—)$/.test(text))
  return also === null ? null : { at: also, kind: 'also' }
}
