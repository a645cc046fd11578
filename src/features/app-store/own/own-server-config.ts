export type OwnServer = {
  url: string
  name: string
  authorization: string
  /** Empty for the standard header. */
  header: string
}

export type ServerConfig = { ok: true; servers: OwnServer[] } | { ok: false; reason: string }

export const NO_SERVER: OwnServer = { url: '', name: '', authorization: '', header: '' }
const NO_ADDRESS = 'This text names no server with an address.'

/**
 * Reads the JSON that other clients use, `{"mcpServers": {"name": {"url": …, "headers": {…}}}}`, or one entry of it.
 * Entries that start a program are refused.
 */
export const readServerConfig = (text: string): ServerConfig => {
  const json = parseRecord(text)
  if (json === null) return { ok: false, reason: 'This is not valid JSON.' }
  const named = asRecord(json['mcpServers']) ?? asRecord(json['servers'])
  const entries = Object.entries(named ?? { [asText(json['name'])]: json })
  const servers = entries.flatMap(([name, entry]) => toServer(name, asRecord(entry)))
  if (servers.length > 0) return { ok: true, servers }
  const isProgram = entries.some(([, entry]) => asRecord(entry)?.['command'] !== undefined)
  return {
    ok: false,
    reason: isProgram
      ? 'This server is a program. Only servers with an address can be added.'
      : NO_ADDRESS,
  }
}

const toServer = (name: string, entry: Record<string, unknown> | null): OwnServer[] => {
  const url = asText(entry?.['url'] ?? entry?.['serverUrl'])
  if (entry === null || !/^https?:\/\//i.test(url)) return []
  const headers = Object.entries(asRecord(entry['headers']) ?? {})
  const [header, value] =
    headers.find(([key]) => key.toLowerCase() === 'authorization') ??
    headers.find(([key]) => !/^(accept|content-type)$/i.test(key)) ??
    []
  return [
    {
      url,
      name,
      authorization: asText(value),
      header: header === undefined || header.toLowerCase() === 'authorization' ? '' : header,
    },
  ]
}

const parseRecord = (text: string): Record<string, unknown> | null => {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return null
  }
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
