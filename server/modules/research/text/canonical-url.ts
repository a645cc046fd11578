/** Parameters that say where a reader comes from and not what he reads. */
const TRACKING =
  /^(?:utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|referrer|source|cmpid|ncid|guccounter|_ga|yclid|spm|amp)$/i

/**
 * One spelling for all addresses of a page, for comparing; null for what is no web address. Scheme, `www.`, default
 * ports, fragments, tracking parameters, the order of the others and a final slash make no difference.
 */
export function canonicalUrl(given: string): string | null {
  const url = webUrl(given)
  if (url === null) return null
  const host = url.hostname.replace(/^(?:www|m|amp)\./, '').replace(/\.$/, '')
  const kept = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .toSorted(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
  const path = url.pathname.replace(/\/(?:amp|index\.html?)\/?$/, '').replace(/\/+$/, '')
  const query = new URLSearchParams(kept).toString()
  return `https://${host}${url.port === '' ? '' : `:${url.port}`}${path}${query === '' ? '' : `?${query}`}`
}

/** An http or https address without a name and a password in it, as it may be shown and linked. */
export function webUrl(given: string): URL | null {
  const url = given.length > 2_000 ? null : URL.parse(given.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.username === '' && url.password === '' ? url : null
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
