const MAX_NAME = 60
const MAX_MENTIONS = 5

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns what follows each `@` of a text, in lower case without spaces: the start of it may be a name. */
export const findMentions = (text: string): string[] =>
  [...text.matchAll(/(?:^|[\s(])@(?=[\p{L}\p{N}])/gu)]
    .slice(0, MAX_MENTIONS)
    .map(({ 0: mark, index }) =>
      plain(text.slice(index + mark.length, index + mark.length + MAX_NAME)),
    )

/** Returns true if a mention starts with the name. */
export const isMentioned = (name: string, mentions: readonly string[]): boolean => {
  const wanted = plain(name)
  return wanted !== '' && mentions.some((mention) => mention.startsWith(wanted))
}

/** Returns a text without `@` and the given names after it. */
export const removeMentions = (text: string, names: readonly string[]): string =>
  names.reduce((rest, name) => {
    const spaced = name
      .trim()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .join('[^\\p{L}\\p{N}]*')
    return spaced === '' ? rest : rest.replaceAll(new RegExp(`@${spaced}`, 'giu'), ' ').trim()
  }, text)
