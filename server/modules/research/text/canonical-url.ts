import { compareText } from '#server/lib/text/compare-text.ts'

/** Query parameters for tracking. */
const TRACKING =
  /^(?:utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|referrer|source|cmpid|ncid|guccounter|_ga|yclid|spm|amp)$/i

/**
 * Returns one spelling for all addresses of a page, or null if it is not a web address. Ignores the scheme, `www.`,
 * ports, fragments, tracking parameters, parameter order and a final slash.
 */
export function canonicalUrl(given: string): string | null {
  const url = parseWebUrl(given)
  if (url === null) return null
  const host = url.hostname.replace(/^(?:www|m|amp)\./, '').replace(/\.$/, '')
  const kept = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .toSorted(([a, x], [b, y]) => (a === b ? compareText(x, y) : compareText(a, b)))
  const path = url.pathname.replace(/\/(?:amp|index\.html?)\/?$/, '').replace(/\/+$/, '')
  const query = new URLSearchParams(kept).toString()
  return `https://${host}${url.port === '' ? '' : `:${url.port}`}${path}${query === '' ? '' : `?${query}`}`
}

/** Parses an http(s) URL of at most 2,000 characters. Returns null for others, and for one with credentials. */
export function parseWebUrl(given: string): URL | null {
  const url = given.length > 2_000 ? null : URL.parse(given.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.username === '' && url.password === '' ? url : null
}
