/** The pages of the product. `CHAT_PATH` is an app's path on the desktop too. */
export const HOME_PATH = '/'
export const DESKTOP_PATH = '/ios-desktop'
export const CHAT_PATH = '/chat'
export const PAYMENT_PATH = '/payment'

/**
 * Returns the address of the desktop that opens an app's window. `appPath` is its path on the desktop, such as
 * `/calendar`.
 */
export const linkToWindow = (appPath: string): string =>
  `${DESKTOP_PATH}?${new URLSearchParams({ open: appPath }).toString()}`

export const linkToChat = (chatId: string): string =>
  `${CHAT_PATH}?${new URLSearchParams({ id: chatId }).toString()}`

/** Returns the chat that a window's path names; null for a chat that does not exist yet. */
export const parseChatId = (path: string): string | null => {
  const [, query = ''] = path.split(/\?(.*)/s)
  const id = new URLSearchParams(query).get('id')
  return id === null || id === '' ? null : id
}
