import type { Location } from 'react-router-dom'
import { HOME_PATH, SHARED_AGENT_PATH } from '#contract/paths.ts'
import { readField } from '#src/lib/read-field.ts'
import { sessionTextStorage } from '#src/lib/storage/tab-storage.ts'

const STATE_KEY = 'returnTo'
const USER_KEY = 'user'
const LAST_USER_KEY = 'soldesk.last-user'

export const rememberLastUser = (userId: string): void =>
  sessionTextStorage.set(LAST_USER_KEY, userId)

/**
 * Returns the router state that remembers where a visitor wanted to go and who used this tab before, or null for the home
 * page.
 */
export const createReturnState = ({ pathname, search, hash }: Location): object | null =>
  pathname === HOME_PATH
    ? null
    : {
        [STATE_KEY]: `${pathname}${search}${hash}`,
        [USER_KEY]: sessionTextStorage.get(LAST_USER_KEY),
      }

/** Returns true if the visitor wanted to go to a page below `path`. */
export const isReturnBelow = (state: unknown, path: string): boolean => {
  const address = readField(state, STATE_KEY)
  return typeof address === 'string' && address.startsWith(`${path}/`)
}

/**
 * Returns the remembered address from the router state. Accepts paths of this origin only. Where another user was before,
 * whose windows and reports it names, it accepts only a link to a shared agent. Anything else means home.
 */
export const getReturnPath = (state: unknown, userId: string): string => {
  const address = readField(state, STATE_KEY)
  const before = readField(state, USER_KEY)
  const isAnothers = typeof before === 'string' && before !== userId
  if (isAnothers && !isReturnBelow(state, SHARED_AGENT_PATH)) return HOME_PATH
  if (typeof address !== 'string' || !address.startsWith('/')) return HOME_PATH
  const { origin } = window.location
  if (!URL.canParse(address, origin)) return HOME_PATH
  const url = new URL(address, origin)
  // A path that begins with two slashes would name another host when it is used as an address.
  if (url.origin !== origin || url.pathname.startsWith('//')) return HOME_PATH
  return `${url.pathname}${url.search}${url.hash}`
}
