import type { ChatCommand } from '#contract/chat/chat.ts'
import { formatPoints } from '#contract/money.ts'
import type { Prompt } from '#src/features/chat/prompts/prompts.ts'
import { describeCommand } from './command-notes.ts'
import { findMentionable, findTypedMention, type Mentionable } from './mentions.ts'

/** A suggestion of the composer: an app or agent after `@`, or a command or saved prompt after `/`. */
export type Suggestion = {
  readonly key: string
  readonly title: string
  readonly note: string
  /** Null for a command or prompt. */
  readonly icon: Mentionable['icon'] | null
  /** Replaces the typed text. */
  readonly text: string
}

export type Typed = {
  /** Where the text to replace begins. */
  readonly start: number
  readonly kind: 'command' | 'mention'
  readonly query: string
}

export type Sources = {
  /** Null where nothing can be mentioned. */
  readonly mentionable: readonly Mentionable[] | null
  readonly commands: readonly ChatCommand[]
  readonly prompts: readonly Prompt[]
}

/** Returns the name that is being typed at the caret; null if there is none. A command begins the message. */
export const findTyped = (text: string, caret: number): Typed | null => {
  const command = /^\/([\p{L}\p{M}\p{N}_-]{0,64})$/u.exec(text.slice(0, caret))?.[1]
  if (command !== undefined) return { kind: 'command', start: 0, query: command }
  const mention = findTypedMention(text, caret)
  return mention === null ? null : { kind: 'mention', ...mention }
}

export const findSuggestions = (
  { mentionable, commands, prompts }: Sources,
  { kind, query }: Typed,
): readonly Suggestion[] =>
  kind === 'command'
    ? findSlashed({ commands, prompts }, query)
    : findMentionable(mentionable ?? [], query).map(({ path, title, icon }) => ({
        key: path,
        title,
        note: '',
        icon,
        text: `@${title}`,
      }))

/** Returns prompts before commands, except after a command that is typed in full. */
const findSlashed = (
  { commands, prompts }: Pick<Sources, 'commands' | 'prompts'>,
  query: string,
): readonly Suggestion[] => {
  const found = findCommands(commands, query)
  const isWhole = (command: ChatCommand) => command.name.toLowerCase() === query.toLowerCase()
  return [
    ...found.filter(isWhole).map(toSuggestion),
    ...suggestPrompts(prompts, query),
    ...found.filter((command) => !isWhole(command)).map(toSuggestion),
  ]
}

/** Returns true after an `@` if the user has nothing to mention yet. */
export const lacksMentionable = ({ mentionable }: Sources, { kind, query }: Typed): boolean =>
  kind === 'mention' && query === '' && mentionable?.length === 0

/** Returns true if the suggestion has been typed in full, so that Enter sends. */
export const isWhole = ({ text }: Suggestion, { query }: Typed): boolean =>
  text.slice(1).toLowerCase() === query.toLowerCase()

const findCommands = (commands: readonly ChatCommand[], query: string): readonly ChatCommand[] => {
  const wanted = query.toLowerCase()
  const rank = ({ name, title }: ChatCommand) =>
    name.toLowerCase().startsWith(wanted)
      ? 0
      : title.toLowerCase().startsWith(wanted)
        ? 1
        : `${name} ${title}`.toLowerCase().includes(wanted)
          ? 2
          : null
  return commands
    .filter((command) => rank(command) !== null)
    .toSorted((one, other) => (rank(one) ?? 0) - (rank(other) ?? 0))
}

const suggestPrompts = (prompts: readonly Prompt[], query: string): readonly Suggestion[] =>
  prompts
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, text }) => ({
      key: `prompt ${name}`,
      title: `/${name}`,
      note: text,
      icon: null,
      text,
    }))

const toSuggestion = (command: ChatCommand): Suggestion => ({
  key: command.name,
  title: `/${command.name}`,
  note: `${describeCommand(command)}${command.points === null ? '' : ` · ${formatPoints(command.points)}`}`,
  icon: null,
  text: `/${command.name}`,
})
