/** The pages of the product. `CHAT_PATH` is an app's path on the desktop too. */
export const HOME_PATH = '/'
export const DESKTOP_PATH = '/ios-desktop'
export const CHAT_PATH = '/chat'
export const PAYMENT_PATH = '/payment'

/** The pages of shared links; the token follows after a slash. */
export const SHARED_REPORT_PATH = '/shared/report'
export const SHARED_FINDER_PATH = '/shared/finder'
export const SHARED_RESEARCH_PATH = '/shared/research'
export const SHARED_AGENT_PATH = '/shared/agent'

/** Returns the address of the desktop with an app's window open. `appPath` is such as `/calendar`. */
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
