import { escapeUTF8 as escapeHtml } from 'entities'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { sharedFinder, sharedReport } from '#contract/analysis/report-links.ts'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import { SHARED_FINDER_PATH, SHARED_REPORT_PATH, SHARED_RESEARCH_PATH } from '#contract/paths.ts'
import { sharedResearch } from '#contract/research/research-links.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import { toPlainLine, truncateWords } from '#server/lib/text/visible-text.ts'
import { API_PREFIX } from './route.ts'

/** Title and description that a messenger shows for a link. */
type LinkPreview = { title: string; description: string }

const MAX_TITLE = 100
const MAX_DESCRIPTION = 200

/** A page of shared links, with the call whose answer it shows. */
const definePage = <Shared extends Endpoint>(
  { path, response }: Shared,
  describe: (shared: z.output<Shared['response']>) => LinkPreview,
) => ({
  path,
  /** Null for an answer that an earlier version stored and this one cannot read. */
  describe: (body: unknown): LinkPreview | null => {
    const parsed = response.safeParse(body)
    return parsed.success ? describe(parsed.data as z.output<Shared['response']>) : null
  },
})

/** By the path of the page, without the token. */
const PAGES = new Map([
  [
    SHARED_REPORT_PATH,
    definePage(sharedReport, ({ data: { token } }) => {
      const name = token?.symbol ?? token?.name ?? null
      return {
        title: `${name ?? 'A token'} · CA Analysis`,
        description: `The wallets that traded ${name ?? 'this token'} well, each number with the transactions that prove it.`,
      }
    }),
  ],
  [
    SHARED_FINDER_PATH,
    definePage(sharedFinder, ({ data: { mints, counts } }) => ({
      title: `${mints.map(({ mint, symbol }) => symbol ?? shortenAddress(mint)).join(', ')} · Wallet Finder`,
      description: `${counts.tested} wallets compared over ${mints.length} tokens, ${counts.found} of them better than luck explains.`,
    })),
  ],
  [
    SHARED_RESEARCH_PATH,
    definePage(sharedResearch, ({ data: { query, answer } }) => {
      const sentences = answer?.sentences.map(({ text }) => text) ?? []
      return { title: query, description: sentences.join(' ') || 'An answer with its sources' }
    }),
  ],
])

/**
 * Returns a function that creates the page's head for a shared link, from the same API response that the page loads. It
 * returns null for other pages and for ended links.
 */
export const createLinkPreviews =
  (app: FastifyInstance, siteName: string) =>
  async ({ url, ip, headers }: FastifyRequest): Promise<string | null> => {
    const [, pagePath = '', token = ''] = /^(\/\w+\/\w+)\/([\w-]+)(?:\?|$)/.exec(url) ?? []
    const page = PAGES.get(pagePath)
    if (page === undefined) return null
    const answer = await app.inject({
      url: `${API_PREFIX}${page.path.replace('{token}', token)}`,
      headers: { host: headers.host ?? '' },
      remoteAddress: ip,
    })
    const preview = answer.statusCode === 200 ? page.describe(answer.json()) : null
    return preview === null ? null : writeHead(preview, siteName)
  }

function writeHead({ title, description }: LinkPreview, siteName: string): string {
  // Stored answers contain third-party texts as they were received.
  const short = truncateWords(toPlainLine(title), MAX_TITLE)
  const properties = {
    type: 'article',
    site_name: siteName,
    title: short,
    description: truncateWords(toPlainLine(description), MAX_DESCRIPTION),
  }
  const tags = Object.entries(properties).map(
    ([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}" />`,
  )
  return [`<title>${escapeHtml(`${short} – ${siteName}`)}</title>`, ...tags].join('\n    ')
}
