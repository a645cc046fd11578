import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'

import { createAsk, type NodeCall } from '#server/modules/research/source-client/source-client.ts'
import { createDemoFetch } from '#server/modules/research/demo/demo-fetch.ts'
import { DEMO_FEEDS } from '#server/modules/research/demo/demo-stories.ts'
import {
  RESEARCH_LIMITS,
  type ResearchLimits,
  type SourceRegistry,
} from '#server/modules/research/pipeline/run-research.ts'
import { coinbase } from './coinbase.ts'
import { coingecko } from './coingecko.ts'
import { defillama } from './defillama.ts'
import { dexscreener } from './dexscreener.ts'
import { geckoterminal } from './geckoterminal.ts'
import { githubReleases } from './github-releases.ts'
import { hackerNews } from './hacker-news.ts'
import { jupiter } from './jupiter.ts'
import { DEFAULT_FEEDS, newsFeed, type Feed } from './news-feed.ts'
import { reddit } from './reddit.ts'
import { solanaChain } from './solana-chain.ts'
import { solanaStatus } from './solana-status.ts'
import type { Source } from './source.ts'

type WorldSettings = {
  node: NodeCall
  now?: () => number
  limits?: ResearchLimits
}

type LiveSettings = WorldSettings & {
  fetch: GuardedFetch
  /** Null: the built-in list. */
  feeds: readonly Feed[] | null
  jupiterKey: string | null
}

type DemoSettings = WorldSettings & { demoMints: readonly string[]; slowestMs?: number }

/** Invented answers take up to this long, so that the live view shows them coming. */
const SLOWEST_DEMO_MS = 1_200

/** The sources as they are on the web. */
export const createLiveRegistry = (settings: LiveSettings): SourceRegistry => ({
  ...requestSettings(settings, settings.fetch),
  sources: sourcesOf(settings.feeds ?? DEFAULT_FEEDS, settings.jupiterKey),
  isDemo: false,
})

/** The same sources, readers and pipeline on invented answers, marked DEMO; only the chain is asked for real. */
export function createDemoRegistry(settings: DemoSettings): SourceRegistry {
  const { now = Date.now, demoMints, slowestMs = SLOWEST_DEMO_MS } = settings
  const fetch = createDemoFetch({ now, demoMints, slowestMs })
  const sources = sourcesOf(DEMO_FEEDS, 'demo').map(asDemo)
  return { ...requestSettings(settings, fetch), sources, isDemo: true }
}

/** The source under a name that says what it is, with addresses under which no real figure stands. */
function asDemo(source: Source): Source {
  const invented = <Item extends { url: string }>(item: Item): Item => ({
    ...item,
    url: item.url.replace(/^(https?:\/\/[^/]+?)(?:\.example)?(?=\/|$)/, '$1.example'),
  })
  return {
    ...source,
    name: source.name.endsWith('(DEMO)') ? source.name : `${source.name} (DEMO)`,
    parse: (...given) => {
      const { documents, figures, series } = source.parse(...given)
      return {
        documents: documents.map(invented),
        figures: figures.map(invented),
        series: series.map(invented),
      }
    },
  }
}

function requestSettings(
  { node, now = Date.now, limits = RESEARCH_LIMITS }: WorldSettings,
  fetch: GuardedFetch,
): Pick<SourceRegistry, 'ask' | 'now' | 'limits'> {
  return { ask: createAsk({ fetch, node, now, timeoutMs: limits.sourceMs }), now, limits }
}

const sourcesOf = (feeds: readonly Feed[], jupiterKey: string | null): Source[] => [
  dexscreener,
  geckoterminal,
  coingecko,
  coinbase,
  defillama,
  jupiter(jupiterKey),
  solanaChain,
  solanaStatus,
  ...feeds.map(newsFeed),
  githubReleases,
  hackerNews,
  reddit,
]
