import { getErrorMessage } from '#contract/error-message.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { OVERDUE_SECONDS } from '#server/jobs/overdue-jobs.ts'
import { JOB_SCHEMA } from '#server/jobs/queue-settings.ts'
import { chooseSolPrice } from '#server/boot/choose-sol-price.ts'
import { DEFAULT_FEEDS } from '#server/modules/research/sources/feeds.ts'

const MODEL_MS = 30_000
const PRICE_MS = 8_000
const SOURCE_MS = 8_000
const PROXY_MS = 5_000

const readFirstLine = (error: unknown): string => getErrorMessage(error).split('\n', 1)[0] ?? ''

/** Asks the model for one word. Throws if it does not answer. */
export async function tryModel({ llm }: Config): Promise<string> {
  if (llm === null) return 'none; commands and tools answer'
  const startedAt = performance.now()
  try {
    const answer = createLlm(llm).converse({
      instructions: 'Answer with the word ready.',
      messages: [{ role: 'user', content: 'Are you ready?' }],
      tools: [],
      maxSteps: 1,
      signal: AbortSignal.timeout(MODEL_MS),
    })
    for await (const event of answer) if (event.type === 'text') break
  } catch (error) {
    throw new Error(
      `${llm.model} at ${llm.baseUrl} does not answer (${readFirstLine(error)}); check LLM_BASE_URL, LLM_API_KEY and LLM_MODEL`,
      { cause: error },
    )
  }
  return `${llm.model} answers after ${Math.round(performance.now() - startedAt)} ms`
}

/** Returns a line about the price of SOL. Throws if no source answers. */
export async function tryPrice(config: Config): Promise<string> {
  const price = chooseSolPrice(config)
  if (price === null) return 'off on localnet'
  const usd = await price({ signal: AbortSignal.timeout(PRICE_MS) })
  if (usd === null) {
    throw new Error(
      `no source answers; ${config.priceUrl === null ? 'allow outgoing HTTPS, or set PRICE_URL' : 'check PRICE_URL'}`,
    )
  }
  return `1 SOL is ${usd} USD`
}

/** Fetches each news feed and the search, through the guard that research uses. */
export async function trySources({ research, outboundAllow }: Config): Promise<string> {
  if (research.world === 'demo') return 'invented answers (RESEARCH_SOURCES=demo)'
  const fetch = createGuardedFetch({ allow: outboundAllow })
  const search = research.searchUrl === null ? [] : [{ name: 'search', url: research.searchUrl }]
  const targets = [...(research.feeds ?? DEFAULT_FEEDS), ...search]
  const outcomes = await Promise.all(
    targets.map(async ({ name, url }) => {
      try {
        const answer = await fetch(url, { signal: AbortSignal.timeout(SOURCE_MS) })
        return { name, problem: answer.ok ? null : `status ${answer.status}` }
      } catch (error) {
        return { name, problem: readFirstLine(error) }
      }
    }),
  )
  const silent = outcomes.filter(({ problem }) => problem !== null)
  const list = silent.map(({ name, problem }) => `${name} (${problem})`).join(', ')
  if (targets.length - silent.length < research.minSources) {
    throw new Error(
      `only ${targets.length - silent.length} of ${targets.length} feeds answer: ${list}; allow outgoing HTTPS, or set RESEARCH_FEEDS`,
    )
  }
  return `${targets.length - silent.length} of ${targets.length} feeds answer${list === '' ? '' : `; not ${list}`}`
}

export async function tryPublicAddress({ publicOrigin }: Config): Promise<string> {
  if (publicOrigin === null) return 'PUBLIC_ORIGIN is not set'
  const url = `${publicOrigin}/healthz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROXY_MS) }).catch(
    (error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      throw new Error(
        `${url} is not reached from here (${readFirstLine(cause)}); check DNS, the proxy and its certificate`,
        { cause: error },
      )
    },
  )
  const body: unknown = await answer.json().catch(() => null)
  const isOurs = typeof body === 'object' && body !== null && 'commit' in body
  if (!answer.ok || !isOurs) {
    throw new Error(`${url} answers ${answer.status}, but not from this product; check the proxy`)
  }
  return `${publicOrigin} leads here`
}

/** Returns a line about waiting, running and failed jobs. Throws if jobs wait too long. */
export async function tryQueue(db: Database): Promise<string> {
  const [row] = await db.query<{ ready: bigint; running: bigint; failed: bigint; waited: number }>(
    `select count(*) filter (where state in ('created', 'retry')) as ready,
       count(*) filter (where state = 'active') as running, count(*) filter (where state = 'failed') as failed,
       coalesce(extract(epoch from now() - min(start_after)
         filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as waited
     from ${JOB_SCHEMA}.job where name not like '\\_\\_%' and state in ('created', 'retry', 'active', 'failed')`,
  )
  const { ready = 0n, running = 0n, failed = 0n, waited = 0 } = row ?? {}
  if (waited > OVERDUE_SECONDS) {
    throw new Error(
      `a job has waited for ${Math.round(waited)} s; start a server, or more workers with npm start -- --role worker`,
    )
  }
  return `${ready} waiting, ${running} running, ${failed} failed (jobs list --state failed)`
}
