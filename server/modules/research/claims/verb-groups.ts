import { baseForm, isInfinitive, isParticiple } from '#server/modules/research/text/base-form.ts'
import type { Word } from './tag-words.ts'
import { BE, CAUSE_VERBS, isPureOperator, STATEMENT_VERBS } from './vocabulary.ts'

/** A verb with its auxiliaries, such as `has not been approved`. */
export type Group = { start: number; main: number; isPassive: boolean; form: Form }

/** `reduced` is a participle after its noun, as in `the coins bought by Kamino`. */
type Form = 'finite' | 'to' | 'ing' | 'reduced'

export const TIME_OPENERS = /^(?:after|before|until|since|as)$/

export const RELATIVE = /^(?:which|who|whom|whose)$/

/** `remain closed` */
const STATE = /^(?:remain|stay)(?:s|ed)?$/

const VERB = /^(?:VERB|AUX)$/

export function findGroups(words: readonly Word[]): Group[] {
  const groups: Omit<Group, 'form'>[] = []
  for (let at = 0; at < words.length; at += 1) {
    if (!VERB.test(words[at]?.pos ?? '')) continue
    const main = findMain(words, at)
    groups.push({ start: at, main, isPassive: isPassiveGroup(words.slice(at, main + 1)) })
    at = main
  }
  const found: Group[] = []
  for (const [nth, group] of groups.entries()) {
    const form = findForm(words, group, found.at(-1), groups[nth + 1])
    found.push({ ...group, form, isPassive: group.isPassive || form === 'reduced' })
  }
  return found
}

/** Returns the index of the last verb of the group that begins at `start`. */
function findMain(words: readonly Word[], start: number): number {
  let main = start
  for (;;) {
    const text = words[main]?.text ?? ''
    let next = main + 1
    while (isInnerAdverb(words, next)) next += 1
    const isBeforeTo = isPureOperator(text) && words[next]?.text === 'to'
    if (isBeforeTo && VERB.test(words[next + 1]?.pos ?? '')) next += 1
    const isState = STATE.test(text) && isParticiple(words[next]?.text ?? '')
    const isAuxiliary = words[main]?.pos === 'AUX' || isBeforeTo || isState
    if (!isAuxiliary || !VERB.test(words[next]?.pos ?? '')) return main
    main = next
  }
}

const isInnerAdverb = (words: readonly Word[], at: number): boolean =>
  /^(?:ADV|PART)$/.test(words[at]?.pos ?? '') &&
  words[at]?.text !== 'to' &&
  /^(?:ADV|PART|VERB|AUX)$/.test(words[at + 1]?.pos ?? '')

function isPassiveGroup(group: readonly Word[]): boolean {
  const auxiliaries = group.slice(0, -1)
  const isBe = ({ text }: Word) =>
    baseForm(text) === BE || /^(?:get|gets|got)$/.test(text) || STATE.test(text)
  const last = auxiliaries.findLast(({ pos }) => pos === 'AUX')?.text ?? ''
  return (
    isParticiple(group.at(-1)?.text ?? '') &&
    auxiliaries.some(isBe) &&
    !/^(?:has|have|had|'ve)$/.test(last)
  )
}

type Bare = Pick<Group, 'start' | 'main'>

function findForm(
  words: readonly Word[],
  group: Bare,
  last: Group | undefined,
  next: Bare | undefined,
): Form {
  const { start, main } = group
  const isSplit = /^(?:never|not|also|further)$/.test(words[start - 1]?.text ?? '')
  const before = words[isSplit ? start - 2 : start - 1]
  if (before?.text === 'to' && before.pos !== 'ADP') return 'to'
  if (start === main && words[main]?.text.endsWith('ing') === true) return 'ing'
  const isOnlyVerb = last === undefined && next === undefined
  // "Lets attackers read memory".
  const isCaused =
    last !== undefined &&
    CAUSE_VERBS.has(baseForm(words[last.main]?.text ?? '')) &&
    isInfinitive(words[main]?.text ?? '')
  if (isOnlyVerb || isCaused || !isBareParticiple(words, group)) return 'finite'
  const isBy = words[main + 1]?.text === 'by' && words[main + 2]?.pos !== 'NUM'
  const hasMain =
    last?.form === 'finite' &&
    !isBroken(words, last.main + 1, start) &&
    !STATEMENT_VERBS.has(baseForm(words[last.main]?.text ?? ''))
  const isInner =
    next !== undefined &&
    last === undefined &&
    /^(?:ADP|ADV|PART)$/.test(words[main + 1]?.pos ?? '') &&
    words[next.main + 1]?.text !== 'by' &&
    words[next.start - 1]?.text !== 'to' &&
    !isBroken(words, main + 1, next.start)
  const isAfterNoun = /^(?:NOUN|PROPN)$/.test(before?.pos ?? '')
  const isAfterComma =
    before?.text === ',' &&
    last !== undefined &&
    words[main + 1]?.pos === 'ADP' &&
    !words.slice(0, start).some(({ text }) => RELATIVE.test(text))
  return (isAfterNoun && (isBy || hasMain || isInner)) || isAfterComma ? 'reduced' : 'finite'
}

const isBareParticiple = (words: readonly Word[], { start, main }: Bare): boolean =>
  start === main && words[main]?.pos === 'VERB' && isParticiple(words[main].text)

/** True if another clause may begin between two indexes. */
const isBroken = (words: readonly Word[], from: number, to: number): boolean =>
  words
    .slice(from, to)
    .some(
      ({ text, pos }) =>
        /^[,;–—]$|^that$/.test(text) ||
        pos.includes('CONJ') ||
        RELATIVE.test(text) ||
        TIME_OPENERS.test(text),
    )
