/**
 * Returns the path that identifies an app or window: with a leading slash, without query, hash and trailing slash.
 * `/wallet-finder/?report=1` and `wallet-finder` are the same app.
 */
export const appPathOf = (path: string): string => {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  const trimmed = bare.replace(/^\/+|\/+$/g, '')
  return `/${trimmed}`
}
