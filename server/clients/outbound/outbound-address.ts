import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type OutboundReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'redirect'
  | 'too_large'
  | 'timeout'
  | 'unreachable'

const TEXTS: Record<OutboundReason, string> = {
  url: 'not a valid URL',
  scheme: 'scheme not allowed (http and https only)',
  credentials: 'credentials in the URL are not allowed',
  port: 'port not allowed',
  address: 'address not allowed',
  redirect: 'redirect not allowed',
  too_large: 'the answer is too large',
  timeout: 'no complete answer in time',
  unreachable: 'the server cannot be reached',
}

/** Messages name at most host and port; paths, queries and headers may contain secrets. */
export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, where: string, options?: ErrorOptions) {
    super(where === '' ? TEXTS[reason] : `${TEXTS[reason]}: ${where}`, options)
    this.name = 'OutboundError'
    this.reason = reason
  }

  get isRefusal(): boolean {
    return !['too_large', 'timeout', 'unreachable'].includes(this.reason)
  }
}

/** Returns the guard's error from the chain of causes, or null. */
export const findOutboundError = (error: unknown): OutboundError | null => {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof OutboundError) return each
  }
  return null
}

const OPEN_PORTS = new Set([80, 443, 8080, 8443])
/** Names for local resolvers (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`) and cloud metadata. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/
/** Azure's host channel uses a public address. */
const HOST_CHANNELS = new Set(['168.63.129.16'])
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Returns true for an address of the public internet, in any notation that `ipaddr.js` reads. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || HOST_CHANNELS.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

const normalizeHost = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase()

const getPort = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Returns `host:port` as in OUTBOUND_ALLOW. IPv6 addresses have no brackets. */
export const formatAuthority = (url: URL): string => `${normalizeHost(url)}:${getPort(url)}`

/** Throws `OutboundError` for a URL refused before DNS. `isExempt`: the operator allows this host and port. */
export const assertOutbound = (url: URL, isExempt: boolean): void => {
  const where = formatAuthority(url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('scheme', url.protocol)
  }
  if (url.username !== '' || url.password !== '') throw new OutboundError('credentials', where)
  if (isExempt) return
  if (!OPEN_PORTS.has(getPort(url))) throw new OutboundError('port', where)
  const host = normalizeHost(url)
  const isOutside =
    isIP(host) === 0 ? host.includes('.') && !LOCAL_NAME.test(host) : isPublicAddress(host)
  if (!isOutside) throw new OutboundError('address', where)
}
