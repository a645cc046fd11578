import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { DateReadings } from './ambiguous-dates.ts'
import type { ShortAnswer } from '#server/modules/chat/assistant/answers/short-answer.ts'
import type { UnderstoodCall } from './fill-arguments.ts'

export type UnderstoodAnswer = { kind: 'answer' } & ShortAnswer

export type Understood =
  | UnderstoodCall
  | UnderstoodAnswer
  /** `unread` is a request at the end that is not understood. */
  | {
      kind: 'several'
      requests: readonly (UnderstoodCall | UnderstoodAnswer)[]
      unread: string | null
    }
  /** A date of the phrase has two meanings. */
  | ({ kind: 'which_day' } & DateReadings)
  | { kind: 'unsure'; tools: readonly AssistantTool[] }
  /** The call uses all of the phrase but these parts. */
  | { kind: 'partly'; call: UnderstoodCall; unused: readonly string[] }
  /** `topic` is what the user asked to explain. Nothing here has to do with what is off topic. */
  | { kind: 'unknown'; topic: string | null; isOffTopic: boolean }

const DAY_TOOLS = new Set(['add_event', 'list_events', 'delete_event', 'move_event', 'history'])

/** Returns true for a request that a day is an argument of. */
export const takesDay = (meant: Understood): boolean =>
  (meant.kind === 'tool' && DAY_TOOLS.has(meant.tool.name)) ||
  (meant.kind === 'several' && meant.requests.some(takesDay))
