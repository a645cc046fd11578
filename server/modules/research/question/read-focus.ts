import type { ResearchFocus } from '#contract/research/focus.ts'
import type { PlainWord } from '#server/intents/plain-english.ts'

/** By their words in plain English. */
const FOCUSES: Readonly<Record<string, ResearchFocus>> = {
  news: 'news',
  official: 'official',
  community: 'community',
  market: 'markets',
  'my source': 'own',
}
const NAMES = Object.keys(FOCUSES).join('|')
const LIMIT = new RegExp(
  `\\b(?:only(?: (?:from|in|on|of|the|find))* (?<after>${NAMES})(?: source)?|(?<!about (?:the )?)(?<before>${NAMES})(?: source)? only)\\b`,
)
const BEFORE_QUESTION = /^(?:(?:research|find|please|can you|you|i want to) )*$/
const AFTER_QUESTION = /^ ?(?:please)?$/

type AskedFocus = {
  focus: ResearchFocus
  /** The part of the question that says so. */
  part: { from: number; to: number }
}

/** Finds where a question says to search, as in `only official sources` or `news only`, before or after what it asks. */
export function readFocus(words: readonly PlainWord[]): AskedFocus | null {
  let text = ''
  const places = words.flatMap(({ english, from, to }) => {
    if (english === '') return []
    const place = { at: text.length, from, to }
    text += `${english} `
    return place
  })
  const { 0: said = '', index = 0, groups } = LIMIT.exec(text) ?? {}
  const focus = FOCUSES[groups?.['after'] ?? groups?.['before'] ?? '']
  const end = index + said.length
  const isBeside =
    BEFORE_QUESTION.test(text.slice(0, index)) || AFTER_QUESTION.test(text.slice(end))
  const from = places.find(({ at }) => at >= index)?.from
  const to = places.findLast(({ at }) => at < end)?.to
  return focus === undefined || !isBeside || from === undefined || to === undefined
    ? null
    : { focus, part: { from, to } }
}
