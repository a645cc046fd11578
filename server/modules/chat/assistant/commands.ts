export type Command = {
  /** Lower case, without the slash. */
  name: string
  /** What follows the name, but for named arguments. */
  rest: string
  /** Arguments written as `name=value` or as a JSON object. */
  given: Record<string, unknown>
}

/** A message that is a command, like `/wallet ADDRESS` or `/notes__read topic="two words"`; null for any other. */
export function commandOf(text: string): Command | null {
  const match = /^\s*\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/i.exec(text)
  if (match === null) return null
  const [, name = '', tail = ''] = match
  const lower = name.toLowerCase()
  const whole = objectIn(tail)
  if (whole !== null) return { name: lower, rest: '', given: whole }
  const given: Record<string, unknown> = {}
  const rest = tail
    .replaceAll(
      /(?:^|\s)([A-Za-z_]\w{0,63})=(?:"([^"]*)"|(\S+))/g,
      (_, key: string, quoted?: string, bare?: string) => {
        given[key] = quoted ?? valueOf(bare ?? '')
        return ' '
      },
    )
    .trim()
  return { name: lower, rest, given }
}

function objectIn(text: string): Record<string, unknown> | null {
  if (!text.trim().startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null
  } catch {
    return null
  }
}

/** Numbers and yes or no as what they are; long digits stay text, since they would lose their end. */
function valueOf(text: string): unknown {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}
