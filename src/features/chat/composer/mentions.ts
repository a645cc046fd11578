import type { AppDefinition } from '#src/platform/apps/app-definition.ts'

/** An app or agent whose tools a global chat can use by naming it after `@`. */
export type Mentionable = Pick<AppDefinition, 'path' | 'title' | 'icon' | 'isDisabled'>

const MAX_SHOWN = 8

/** The index of the `@`, and the text between it and the caret. */
type TypedMention = { readonly start: number; readonly query: string }

/** Returns the mention that is being typed at the caret; null if there is none. */
export const findTypedMention = (text: string, caret: number): TypedMention | null => {
  const query = /(?:^|[\s(])@([^@\n]{0,60})$/.exec(text.slice(0, caret))?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** Returns the first 8 whose title contains the query: those that begin with it before the others. */
export const findMentionable = (
  mentionable: readonly Mentionable[],
  query: string,
): readonly Mentionable[] => {
  const wanted = query.toLowerCase()
  const placeOf = ({ title }: Mentionable) => title.toLowerCase().indexOf(wanted)
  const found = mentionable.filter((each) => each.isDisabled !== true && placeOf(each) !== -1)
  return found
    .toSorted((one, other) => Number(placeOf(one) > 0) - Number(placeOf(other) > 0))
    .slice(0, MAX_SHOWN)
}
