import { BE, COMPLEMENT_VERBS, GRAMMAR, IS_PARTICIPLE } from './vocabulary.ts'
import type { Word } from './tag-words.ts'

export type Group = { start: number; main: number; isPassive: boolean; form: Form }

type Form = 'finite' | 'to' | 'ing' | 'reduced'

export const TIME_OPENERS = /^(?:after|before|until|since|as)$/

export const RELATIVE = /^(?:which|who|whose)$/

export function findGroups(words: readonly Word[]): Group[] {
  const groups: Group[] = []
  const isVerb = (at: number) => /^(?:VERB|AUX)$/.test(words[at]?.pos ?? '')
  const text = (at: number): string => words[at]?.text ?? ''
  for (let at = 0; at < words.length; at += 1) {
    if (!isVerb(at)) continue
    const start = at
    let main = at
    for (;;) {
      let next = main + 1
      while (
        /^(?:ADV|PART)$/.test(words[next]?.pos ?? '') &&
        text(next) !== 'to' &&
        !isEndAdverb(words, next)
      )
        next += 1
      const isBeforeTo = GRAMMAR.has(text(main)) && text(next) === 'to'
      if (isBeforeTo && isVerb(next + 1)) next += 1
      if ((words[main]?.pos !== 'AUX' && !isBeforeTo) || !isVerb(next)) break
      main = next
    }
    const own = words.slice(start, main).map((word) => word.text)
    const isPassive =
      main > start &&
      IS_PARTICIPLE(text(main)) &&
      own.some((word) => BE.test(word)) &&
      !/^(?:has|have|had|'ve)$/.test(lastAux(words, start, main))
    groups.push({ start, main, isPassive, form: 'finite' })
    at = main
  }
  for (const [nth, group] of groups.entries())
    Object.assign(group, formOf(words, group, groups[nth - 1], groups[nth + 1]))
  return groups
}

const isEndAdverb = (words: readonly Word[], at: number): boolean =>
  !/^(?:ADV|PART|VERB|AUX)$/.test(words[at + 1]?.pos ?? '')

const lastAux = (words: readonly Word[], start: number, main: number): string =>
  words.slice(start, main).findLast(({ pos }) => pos === 'AUX')?.text ?? ''

function formOf(
  words: readonly Word[],
  group: Group,
  last: Group | undefined,
  next: Group | undefined,
): { form: Form; isPassive: boolean } {
  const { start, main, isPassive } = group
  const isSplit = /^(?:never|not|also|further)$/.test(words[start - 1]?.text ?? '')
  const before = words[isSplit ? start - 2 : start - 1]
  const word = words[start]
  if (before?.text === 'to' && before.pos !== 'ADP') return { form: 'to', isPassive }
  if (start === main && word?.text.endsWith('ing')) return { form: 'ing', isPassive }
  const isBare = (group: Group) =>
    group.start === group.main &&
    words[group.main]?.pos === 'VERB' &&
    IS_PARTICIPLE(words[group.main]?.text ?? '')
  if (!isBare(group) || !word) return { form: 'finite', isPassive }
  const isAfterNoun = /^(?:NOUN|PROPN)$/.test(before?.pos ?? '')
  const isBroken = (from: number, to: number) =>
    words
      .slice(from, to)
      .some(
        ({ text, pos }) =>
          /^[,;–—]$/.test(text) ||
          /CONJ/.test(pos) ||
          RELATIVE.test(text) ||
          text === 'that' ||
          TIME_OPENERS.test(text),
      )
  const isBy = words[main + 1]?.text === 'by' && !/^\d/.test(words[main + 2]?.text ?? '')
  const hasMain =
    last !== undefined &&
    last.form === 'finite' &&
    !isBroken(last.main + 1, start) &&
    !COMPLEMENT_VERBS.has(words[last.main]?.text ?? '')
  const isComma =
    before?.text === ',' && last !== undefined && /^(?:ADP)$/.test(words[main + 1]?.pos ?? '')
  const isInner =
    next !== undefined &&
    /^(?:ADP|ADV|PART)$/.test(words[main + 1]?.pos ?? '') &&
    !(isBare(next) && words[next.main + 1]?.text === 'by') &&
    !isBroken(main + 1, next.start) &&
    words[next.start - 1]?.text !== 'to' &&
    !words[next.main]?.text.endsWith('ing') &&
    last === undefined &&
    !COMPLEMENT_VERBS.has(word.text)
  const isReduced = (isAfterNoun && (isBy || hasMain || isInner)) || isComma
  return isReduced ? { form: 'reduced', isPassive: true } : { form: 'finite', isPassive }
}
