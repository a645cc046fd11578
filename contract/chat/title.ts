const MAX_LENGTH = 30
const MIN_BOUNDARY = 20

/** Returns a chat title: the first message without Markdown, cut to 30 characters, or `New Chat` if nothing is left. */
export const formatChatTitle = (text: string): string => {
  const plain = removeMarkdown(text)
  if (plain === '') return 'New Chat'
  return capitalize(plain.length <= MAX_LENGTH ? plain : `${cut(plain)}...`)
}

const removeMarkdown = (text: string): string =>
  text
    .replaceAll(/[#*_~`>[\]()!|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const cut = (text: string): string => {
  const head = text.slice(0, MAX_LENGTH)
  const boundary = head.lastIndexOf(' ')
  const kept = boundary > MIN_BOUNDARY ? head.slice(0, boundary) : head
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd()
}

const capitalize = (text: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase('en-US') + text.slice(first.length)
}
