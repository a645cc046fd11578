import { HOUR_MS } from '#server/lib/durations.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { OutboundError } from '#server/clients/outbound/outbound-address.ts'
import { answerDemoMarket } from './demo-answers.ts'
import { hashText } from './demo-markets.ts'
import { DEMO_STORIES, type DemoPublisher } from './demo-stories.ts'
import { escapeUTF8 as escapeHtml } from 'entities'

/** Interval of new notes, so that refreshing a topic finds something new. */
const NOTE_MS = 10 * 60_000

type Report = { url: string; title: string; lead: string; text: string; atMs: number }

/** Returns the reports of an invented publisher, newest first. */
function listReports(publisher: DemoPublisher, nowMs: number): Report[] {
  const stories = DEMO_STORIES.flatMap(({ slug, hoursAgo, reports }) =>
    reports
      .filter((report) => report.publisher === publisher)
      .map((report, place) => ({
        ...report,
        url: `https://${publisher}.example/${slug}`,
        atMs: nowMs - (hoursAgo + place / 2) * HOUR_MS,
      })),
  )
  return publisher === 'harbor-wire' ? [writeMarketNote(nowMs), ...stories] : stories
}

function writeMarketNote(nowMs: number): Report {
  const atMs = Math.floor(nowMs / NOTE_MS) * NOTE_MS
  const time = new Date(atMs).toISOString().slice(11, 16)
  const lead = `At ${time} UTC the Solana demo market was open and every price in it was invented.`
  return {
    url: `https://harbor-wire.example/note-${atMs / NOTE_MS}`,
    title: `DEMO: Solana market note of ${time} UTC`,
    lead,
    text: `${lead} The next note follows after ten minutes. Ask a saved topic again to see it marked as new.`,
    atMs,
  }
}

/** Returns the feed or page at an address of the demo, or null for an unknown address. */
function findDemoPage(url: URL, nowMs: number): { type: string; text: string } | null {
  const { hostname, pathname } = url
  const publisher = hostname.replace(/\.example$/, '') as DemoPublisher
  switch (hostname) {
    case 'harbor-wire.example':
    case 'ledger-post.example':
    case 'chain-courier.example':
    case 'validator-weekly.example': {
      const reports = listReports(publisher, nowMs)
      if (pathname.startsWith('/feed.')) return renderFeed(pathname, reports)
      const report = reports.find((each) => each.url === url.href)
      return report ? { type: 'text/html; charset=utf-8', text: renderPage(report) } : null
    }
    case 'status.solana.com':
      return pathname.endsWith('.atom')
        ? renderFeed('/feed.atom', [writeIncident(nowMs)])
        : toJson({
            page: { updated_at: new Date(nowMs - HOUR_MS).toISOString() },
            status: { indicator: 'none', description: 'DEMO: All Systems Operational' },
            components: [{ name: 'DEMO cluster', status: 'operational' }],
          })
    case 'github.com':
      return renderFeed('/feed.atom', listReleases(pathname, nowMs))
    case 'hn.algolia.com':
      return toJson({ hits: listDiscussions(url, nowMs) })
    case 'www.reddit.com':
      // One source fails, as in real life.
      return {
        type: 'text/html',
        text: '<!doctype html><html><body><h1>DEMO: whoa there, pardner!</h1></body></html>',
      }
    default:
      return null
  }
}

const toJson = (value: unknown) => ({ type: 'application/json', text: JSON.stringify(value) })

const writeIncident = (nowMs: number): Report => ({
  url: 'https://solana-status.example/incidents/demo',
  title: 'DEMO: Slow answers of public Solana endpoints',
  lead: 'Public endpoints of Solana answered slowly for 40 minutes; blocks were made as usual.',
  text: 'Public endpoints of Solana answered slowly for 40 minutes; blocks were made as usual.',
  atMs: nowMs - 31 * HOUR_MS,
})

function listReleases(pathname: string, nowMs: number): Report[] {
  const repository = pathname.split('/').slice(1, 3).join('/')
  return [0, 1].map((place) => ({
    url: `https://github.example/${repository}/releases/v9.${9 - place}.0-demo`,
    title: `v9.${9 - place}.0-demo`,
    lead: '',
    text: `This release of ${repository} lowers the memory that a start needs and fixes a rounding error in a report.`,
    atMs: nowMs - (26 + place * 160) * HOUR_MS,
  }))
}

function listDiscussions(url: URL, nowMs: number) {
  const query = url.searchParams.get('query') ?? ''
  if (!/solana/i.test(query)) return []
  return [
    {
      objectID: '1000001',
      title: 'DEMO: Show HN: Running a Solana cluster on one laptop',
      story_text:
        '<p>I wanted to see how far a Solana test network gets on one laptop. It makes about 600 transactions a second with four validators.',
      created_at: new Date(nowMs - 15 * HOUR_MS).toISOString(),
    },
  ]
}

function renderFeed(pathname: string, reports: readonly Report[]): { type: string; text: string } {
  const iso = (atMs: number) => new Date(atMs).toISOString()
  const type = 'application/xml; charset=utf-8'
  if (pathname.endsWith('.atom')) {
    const entries = reports.map(
      ({ url, title, lead, text, atMs }) =>
        `<entry><id>${url}</id><title>${escapeHtml(title)}</title><link href="${url}"/><published>${iso(atMs)}</published><content type="html">${escapeHtml(`<p>${escapeHtml(lead === '' ? text : lead)}</p>`)}</content></entry>`,
    )
    const text = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>DEMO</title>${entries.join('')}</feed>`
    return { type, text }
  }
  const items = reports.map(
    ({ url, title, lead, atMs }) =>
      `<item><title><![CDATA[${title}]]></title><link>${url}?utm_source=rss</link><guid isPermaLink="false">${url}</guid><pubDate>${new Date(atMs).toUTCString()}</pubDate><description><![CDATA[<p>${escapeHtml(lead)}</p>]]></description></item>`,
  )
  const text = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>DEMO</title>${items.join('')}</channel></rss>`
  return { type, text }
}

function renderPage({ title, text }: Report): string {
  const paragraphs = text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => `<p>${escapeHtml(sentence)}</p>`)
    .join('')
  return `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body><nav><a href="/">DEMO</a></nav><main><article><h1>${escapeHtml(title)}</h1>${paragraphs}</article></main><footer>DEMO: this article is invented.</footer></body></html>`
}

type DemoSettings = {
  now: () => number
  demoMints: readonly string[]
  /** Delays each answer by 100 ms plus less than this. 0: no delay. */
  slowestMs: number
}

/** Answers like the sources' servers, from invented data and without a network. */
export const createDemoFetch =
  ({ now, demoMints, slowestMs }: DemoSettings): GuardedFetch =>
  async (target, request = {}) => {
    const url = new URL(target)
    if (slowestMs > 0) {
      const waitMs = 100 + (hashText(url.href) % slowestMs)
      await sleep(waitMs, undefined, request.signal ? { signal: request.signal } : {})
    }
    const market = answerDemoMarket(url, { nowMs: now(), demoMints })
    if (market !== null) return Response.json(market)
    const page = findDemoPage(withoutTracking(url), now())
    if (page === null) throw new OutboundError('unreachable', url.host)
    return new Response(page.text, { headers: { 'content-type': page.type } })
  }

function withoutTracking(url: URL): URL {
  const plain = new URL(url)
  plain.searchParams.delete('utm_source')
  return plain
}
