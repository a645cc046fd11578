export const CHAT_PATH = '/chat'

export const linkToChat = (chatId: string): string =>
  `${CHAT_PATH}?${new URLSearchParams({ id: chatId }).toString()}`

/** Returns the chat that a window's path names; null for one to come. */
export const chatIdIn = (path: string): string | null => {
  const [, query = ''] = path.split(/\?(.*)/s)
  const id = new URLSearchParams(query).get('id')
  return id === null || id === '' ? null : id
}
