const MAX_LENGTH = 30
/** A word boundary further left would cut too much. */
const LEAST_BOUNDARY = 20

/**
 * The title of a chat made from its first message: markdown characters stripped, at most 30 characters cut at a word
 * boundary past position 20, an ellipsis where something was cut, the first letter a capital; 'New Chat' for nothing.
 */
export const chatTitle = (text: string): string => {
  const plain = withoutMarkdown(text)
  if (plain === '') return 'New Chat'
  return capitalised(plain.length <= MAX_LENGTH ? plain : `${cut(plain)}...`)
}

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/[#*_~`>[\]()!|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const cut = (text: string): string => {
  const head = text.slice(0, MAX_LENGTH)
  const boundary = head.lastIndexOf(' ')
  const kept = boundary > LEAST_BOUNDARY ? head.slice(0, boundary) : head
  // Half of a surrogate pair is no character.
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd()
}

const capitalised = (text: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase('en-US') + text.slice(first.length)
}
