import type { McpCallResult, McpContent } from '#server/clients/mcp/mcp-connection.ts'
import {
  truncate,
  toOneLine,
  removeInvisible,
  replaceSecrets,
} from '#server/lib/text/visible-text.ts'

/** Max stored size of a result; a chat shows less and loads the rest on demand. */
const MAX_CHARS = 256_000
const MAX_STRUCTURED_CHARS = 64_000

/** Converts a tool's result to visible text and plain data. Pictures, audio and links are only named. */
export const renderResult = (
  result: McpCallResult,
  secrets: readonly string[],
): { text: string; structured?: unknown } => {
  const parts = result.content.map(renderPart).filter((part) => part !== '')
  const structured = boundedData(result.structured)
  const whole =
    parts.length === 0 && structured !== undefined
      ? `\`\`\`json\n${JSON.stringify(structured, null, 2)}\n\`\`\``
      : parts.join('\n\n')
  const shown = withoutGiven(removeInvisible(whole), secrets)
  const text =
    shown.length > MAX_CHARS
      ? `${truncate(shown, MAX_CHARS)}\n\n[cut off: ${shown.length} characters came, ${MAX_CHARS} were kept]`
      : shown
  return {
    text: text === '' ? 'The tool ended without an answer.' : text,
    ...(structured === undefined ? {} : { structured }),
  }
}

const renderPart = (part: McpContent): string => {
  switch (part.type) {
    case 'text':
      return toText(part['text'])
    case 'image':
    case 'audio':
      return `[${part.type}: ${toOneLine(toText(part['mimeType']), 60)}, not shown]`
    case 'resource_link':
      return `[resource: ${toOneLine(toText(part['name']), 80)} at ${readHost(toText(part['uri']))}]`
    case 'resource': {
      const resource = part['resource']
      if (isPage(resource)) return '[page: not shown]'
      return typeof resource === 'object' && resource !== null && 'text' in resource
        ? toText(resource.text)
        : '[resource: binary, not shown]'
    }
    default:
      return `[${toOneLine(part.type, 40)}, not shown]`
  }
}

/** Markup that an app wants to show as a page (`ui://`), which we never render. */
const isPage = (resource: unknown): boolean =>
  typeof resource === 'object' &&
  resource !== null &&
  (('uri' in resource && /^ui:/i.test(toText(resource.uri))) ||
    ('mimeType' in resource && /html|svg/i.test(toText(resource.mimeType))))

const boundedData = (value: unknown): unknown => {
  if (value === null || value === undefined) return undefined
  return JSON.stringify(value).length > MAX_STRUCTURED_CHARS ? undefined : value
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const readHost = (uri: string): string => toOneLine(URL.parse(uri)?.host || 'an unknown place', 100)
/** Masks only the user's own secrets, because addresses and hashes also look like secrets. */
const withoutGiven = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= 4)
    .reduce((masked, secret) => masked.replaceAll(secret, '•••'), text)

/** The patterns for secrets take quadratic time. */
const MAX_READ_CHARS = 4_000

/** Returns a server's error as one line of at most 300 characters, without secrets and invisible characters. */
export function renderError(serverText: string, secrets: readonly string[]): string {
  const read = toOneLine(withoutGiven(removeInvisible(serverText), secrets), MAX_READ_CHARS)
  return toOneLine(replaceSecrets(read, secrets), 300)
}
