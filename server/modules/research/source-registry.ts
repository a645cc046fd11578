import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { createDemoFetch } from '#server/modules/research/demo/demo-pages.ts'
import { DEMO_FEEDS } from '#server/modules/research/demo/demo-stories.ts'
import {
  RESEARCH_LIMITS,
  type ResearchLimits,
  type SourceRegistry,
} from '#server/modules/research/pipeline/run-research.ts'
import type { NodeCall } from '#server/modules/research/pipeline/fetch-source.ts'
import { createSourceClient } from '#server/modules/research/pipeline/source-client.ts'
import { createTextReaders } from '#server/modules/research/pipeline/text-readers.ts'
import { coinbase } from '#server/modules/research/sources/coinbase.ts'
import { coingecko } from '#server/modules/research/sources/coingecko.ts'
import { defillama } from '#server/modules/research/sources/defillama.ts'
import { dexscreener } from '#server/modules/research/sources/dexscreener.ts'
import { geckoterminal } from '#server/modules/research/sources/geckoterminal.ts'
import { hackerNews } from '#server/modules/research/sources/hacker-news.ts'
import { createJupiter } from '#server/modules/research/sources/jupiter.ts'
import {
  createNewsFeed,
  DEFAULT_FEEDS,
  type Feed,
  githubReleases,
  reddit,
} from '#server/modules/research/sources/feeds.ts'
import { solanaChain } from '#server/modules/research/sources/solana-chain.ts'
import { solanaStatus } from '#server/modules/research/sources/solana-status.ts'
import { createWebSearch } from '#server/modules/research/sources/web-search.ts'
import type { Source } from '#server/modules/research/sources/source.ts'

type RegistrySettings = {
  node: NodeCall
  /** For addresses that the operator chose, with the guard. Null leaves them out. */
  outside?: GuardedFetch | null
  /** For addresses that users chose, and the pages that these link to. Default: `outside`. */
  forUsers?: GuardedFetch
  /** Base address of a SearXNG-compatible search. */
  searchUrl?: string | null
  now?: () => number
  limits?: ResearchLimits
}

type LiveSettings = RegistrySettings & {
  fetch: GuardedFetch
  /** Null: the built-in list. */
  feeds: readonly Feed[] | null
  /** Null: Jupiter is skipped. */
  jupiterKey: string | null
}

type DemoSettings = RegistrySettings & { demoMints: readonly string[]; slowestMs?: number }

/** Makes the live view show answers one after another. */
const SLOWEST_DEMO_MS = 1_200

export const createLiveRegistry = (settings: LiveSettings): SourceRegistry => ({
  ...toRequestSettings(settings, settings.fetch),
  sources: [
    ...listSources(settings.feeds ?? DEFAULT_FEEDS, settings.jupiterKey),
    ...listSearches(settings),
  ],
  openReaders: createTextReaders(),
  isDemo: false,
  outside: createOutside({ ...settings, outside: settings.outside ?? settings.fetch }),
})

/** Returns the same sources with invented answers, marked DEMO. Only the chain is real. */
export function createDemoRegistry(settings: DemoSettings): SourceRegistry {
  const { now = Date.now, demoMints, slowestMs = SLOWEST_DEMO_MS } = settings
  const fetch = createDemoFetch({ now, demoMints, slowestMs })
  const sources = listSources(DEMO_FEEDS, 'demo').map(asDemo)
  const outside = createOutside(settings)
  return {
    ...toRequestSettings(settings, fetch),
    openReaders: createTextReaders(),
    sources,
    isDemo: true,
    outside,
  }
}

/** Users' own sources, and the search in the demo, call real servers. */
function createOutside(settings: RegistrySettings): SourceRegistry['outside'] {
  const { outside = null } = settings
  if (outside === null) return null
  return {
    fetchAnswer: toRequestSettings(settings, settings.forUsers ?? outside).fetchAnswer,
    fetchSearch: toRequestSettings(settings, outside).fetchAnswer,
    sources: listSearches(settings),
  }
}

/** Renames the source and moves its links to `.example`, where no real figure can be found. */
function asDemo(source: Source): Source {
  const moveLink = <Item extends { url: string }>(item: Item): Item => ({
    ...item,
    url: item.url.replace(/^(https?:\/\/[^/]+?)(?:\.example)?(?=\/|$)/, '$1.example'),
  })
  return {
    ...source,
    name: source.name.endsWith('(DEMO)') ? source.name : `${source.name} (DEMO)`,
    parse: async (...answer) => {
      const { documents, figures, series } = await source.parse(...answer)
      return {
        documents: documents.map(moveLink),
        figures: figures.map(moveLink),
        series: series.map(moveLink),
      }
    },
  }
}

function toRequestSettings(
  { node, now = Date.now, limits = RESEARCH_LIMITS }: RegistrySettings,
  fetch: GuardedFetch,
): Pick<SourceRegistry, 'fetchAnswer' | 'now' | 'limits'> {
  const fetchAnswer = createSourceClient({ fetch, node, now, timeoutMs: limits.sourceMs })
  return { fetchAnswer, now, limits }
}

const listSearches = ({ searchUrl = null }: RegistrySettings): Source[] =>
  searchUrl === null ? [] : [createWebSearch(searchUrl)]

const listSources = (feeds: readonly Feed[], jupiterKey: string | null): Source[] => [
  dexscreener,
  geckoterminal,
  coingecko,
  coinbase,
  defillama,
  createJupiter(jupiterKey),
  solanaChain,
  solanaStatus,
  ...feeds.map(createNewsFeed),
  githubReleases,
  hackerNews,
  reddit,
]
