import { TOOL_ANCHORS } from '#server/intents/tool-phrases.ts'
import { ANSWERS } from './canned-answers.ts'
import type { Phrase } from './phrase.ts'

/** Keeps out phrases that only share the grammar of an example, such as `order me a taxi`. */
const patterns = new Map(
  [
    ...TOOL_ANCHORS,
    ...ANSWERS.flatMap(({ id, anchors }) =>
      anchors === null ? [] : [[`answer:${id}`, anchors] as const],
    ),
  ].map(([id, words]) => [id, new RegExp(`\\b(?:${words})\\b`)] as const),
)

const hasAnchor = (id: string, shape: string): boolean => patterns.get(id)?.test(shape) ?? true

/** A phrase with one of these words means this tool, if it is among the first ones. */
const DECISIVE: Readonly<Record<string, string>> = {
  export: 'export_csv',
  uninstall: 'uninstall_app',
  'golden ratio': 'arrange_windows',
  wallpaper: 'set_wallpaper',
  accent: 'set_accent',
  'a agent': 'create_agent',
  'remind me': 'add_event',
  spend: 'history',
  'charged for': 'history',
  why: 'research',
  news: 'research',
  refund: 'answer:refund',
  'notify address': 'watch_wallet',
  'notify me when address': 'watch_wallet',
  'notify me if address': 'watch_wallet',
  'stop watch': 'unwatch_wallet',
  swap: 'answer:swap',
  send: 'answer:send',
  'log out': 'answer:log_out',
  score: 'answer:score',
  'should i buy': 'answer:advice',
}

/** Returns the id of the tool or answer that a word of the phrase names, or null. */
export const findDecisive = (shape: string): string | null =>
  Object.entries(DECISIVE).find(([word]) => ` ${shape} `.includes(` ${word} `))?.[1] ?? null

/** These do something, so a question does not mean them. */
const COMMANDS = new Set([
  'watch_wallet',
  'unwatch_wallet',
  'install_app',
  'uninstall_app',
  'delete_event',
  'add_event',
  'create_agent',
])

const isQuestion = (text: string): boolean =>
  /^(?:what|what is|which|who|when|why|where|did|is|am|does)\b/i.test(text)

/** Returns true if the phrase has a word that the tool or answer needs. A question never means a tool that changes something. */
export const isPlausible = (id: string, { shape, question }: Pick<Phrase, 'shape' | 'question'>) =>
  hasAnchor(id, shape) &&
  !(
    COMMANDS.has(id) &&
    (isQuestion(shape) || isQuestion(question.trim()) || CHINESE_QUESTION.test(question))
  )

const CHINESE_QUESTION = /^[^能可]*吗/

/** Answers that a phrase with an address can mean. */
export const ANSWERS_FOR_ADDRESSES: ReadonlySet<string> = new Set(
  ['send', 'swap', 'refund', 'advice', 'keys', 'alerts'].map((id) => `answer:${id}`),
)

/** Words that say little, and that no example needs to have. */
export const FILLERS: ReadonlySet<string> = new Set(
  'still really now right just even again ever some any also too actually maybe here there pls please kindly quickly quick only already yet well then than very much many lot lots bit all own out for from with that this these those them they your you and but are was were been being will would could should can may might got get gets getting like love need want wanna gonna lemme bro dude man mate guys hey hello thing things stuff one ones rn asap today tonight have has had having'.split(
    ' ',
  ),
)
