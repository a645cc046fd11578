/** Returns a tool's name for people, without the app before the first `__`: `Get balance` for `app__get_balance`. */
export const formatToolName = (name: string): string => {
  const words = name.replace(/^.*?__/, '').replaceAll(/[_-]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
