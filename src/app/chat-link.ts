export const CHAT_PATH = '/chat'

export const linkToChat = (chatId: string): string =>
  `${CHAT_PATH}?${new URLSearchParams({ id: chatId }).toString()}`
