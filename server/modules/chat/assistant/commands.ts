/** `rest`: the text without named arguments. `given`: arguments by name, with their JSON types. */
export type Command = {
  /** In lower case, without the slash. */
  name: string
  rest: string
  given: Record<string, unknown>
}

/** Parses a message like `/wallet ADDRESS` or `/notes__read topic="two words"`. Returns null for any other. */
export function parseCommand(text: string): Command | null {
  const match = /^\s*\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/i.exec(text)
  if (match === null) return null
  const [, name = '', tail = ''] = match
  const lower = name.toLowerCase()
  const whole = parseObject(tail)
  if (whole !== null) return { name: lower, rest: '', given: whole }
  const given: Record<string, unknown> = {}
  const rest = tail
    .replaceAll(
      /(?:^|\s)([A-Za-z_]\w{0,63})=(?:"([^"]*)"|(\S+))/g,
      (_, key: string, quoted?: string, bare?: string) => {
        given[key] = quoted ?? parseValue(bare ?? '')
        return ' '
      },
    )
    .trim()
  return { name: lower, rest, given }
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.trim().startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null
  } catch {
    return null
  }
}

/** Long digits stay text, because a number would round them. */
function parseValue(text: string): unknown {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}
