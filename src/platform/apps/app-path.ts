/**
 * Returns the path that identifies an app or window: with a leading slash, without query, hash and trailing slash.
 * `/wallet-finder/?report=1` and `wallet-finder` are the same app.
 */
export const getAppPath = (path: string): string => {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  const trimmed = bare.replace(/^\/+|\/+$/g, '')
  return `/${trimmed}`
}

const OWN_WINDOW = 'own'

const getOwnName = (path: string): string | null => {
  const [, query = ''] = path.split('#', 1)[0]?.split(/\?(.*)/s) ?? []
  return query === '' ? null : new URLSearchParams(query).get(OWN_WINDOW)
}

/** Returns the key of a window: its app's path, and the name of a window that was opened beside the app's first. */
export const getWindowKey = (path: string): string => {
  const own = getOwnName(path)
  return own === null || own === '' ? getAppPath(path) : `${getAppPath(path)}?${OWN_WINDOW}=${own}`
}

/** Returns the path for another window of the same app with the same content. */
export const moveToOwnWindow = (path: string, name: string): string => {
  const [bare = '', query = ''] = path.split(/\?(.*)/s)
  const fields = new URLSearchParams(query)
  fields.set(OWN_WINDOW, name)
  return `${bare}?${fields.toString()}`
}

/** Returns a path for the window that `before` identifies, when both are of the same app. */
export const keepInSameWindow = (path: string, before: string): string => {
  const own = getOwnName(before)
  const needsName =
    own !== null && getOwnName(path) === null && getAppPath(path) === getAppPath(before)
  return needsName ? moveToOwnWindow(path, own) : path
}
