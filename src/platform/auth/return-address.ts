import type { Location } from 'react-router-dom'
import { HOME_PATH } from '#contract/paths.ts'
import { readField } from '#src/lib/read-field.ts'

const STATE_KEY = 'returnTo'

/** Returns the router state that remembers where a visitor wanted to go, or null for the home page. */
export const createReturnState = ({ pathname, search, hash }: Location): object | null =>
  pathname === HOME_PATH ? null : { [STATE_KEY]: `${pathname}${search}${hash}` }

/** Returns the remembered address from the router state. Accepts paths of this origin only; anything else means home. */
export const getReturnPath = (state: unknown): string => {
  const address = readField(state, STATE_KEY)
  if (typeof address !== 'string' || !address.startsWith('/')) return HOME_PATH
  const { origin } = window.location
  if (!URL.canParse(address, origin)) return HOME_PATH
  const url = new URL(address, origin)
  // A path that begins with two slashes would name another host when it is used as an address.
  if (url.origin !== origin || url.pathname.startsWith('//')) return HOME_PATH
  return `${url.pathname}${url.search}${url.hash}`
}
