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
 * Returns router state with the address that a visitor wanted to open and the last user of this tab; null for the home
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
 * Returns the remembered path from the router state, or home. Accepts only paths of this origin, and after another user,
 * whose windows and reports a path may name, only a link to a shared agent.
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
  // As an address, a path that begins with two slashes would name another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return HOME_PATH
  return `${url.pathname}${url.search}${url.hash}`
}
