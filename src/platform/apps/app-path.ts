/**
 * The part of a path by which apps and windows are told apart: no query, no hash, no trailing slash, always a leading
 * one. `/wallet-finder/?report=1` and `wallet-finder` are the same app.
 */
export const appPathOf = (path: string): string => {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  const trimmed = bare.replace(/^\/+|\/+$/g, '')
  return `/${trimmed}`
}
