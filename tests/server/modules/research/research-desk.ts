import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { Digest } from '#contract/research/digest.ts'
import type { ResearchEvent, ResearchSummary } from '#contract/research/research.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import type { ProseModel } from '#server/modules/research/digest/prose.ts'
import { createDemoRegistry, createLiveRegistry } from '#server/modules/research/source-registry.ts'
import type { SourceRegistry } from '#server/modules/research/pipeline/run-research.ts'
import { openTools, testJobs } from '#tests/support/paid-tools.ts'
import { testResearch } from '#tests/support/research-tool.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

export const POINT = 10_000_000n

/** The node's answer to a question about the network. */
const node = async (method: string): Promise<unknown> => {
  if (method === 'getEpochInfo') return { epoch: 3, absoluteSlot: 1_234, transactionCount: 99 }
  throw new Error('unknown mint')
}

const instantDemo = (): SourceRegistry => createDemoRegistry({ node, demoMints: [], slowestMs: 0 })

/** The live sources on a network of the test's own, with little patience. */
export const worldOn = (fetch: GuardedFetch, totalMs = 1_200): SourceRegistry =>
  createLiveRegistry({
    node,
    fetch,
    feeds: null,
    jupiterKey: null,
    limits: { sourceMs: totalMs / 2, gatherMs: totalMs * 0.7, totalMs },
  })

type Read = ResearchSummary & { digest: Digest | null }

export type ResearchDesk = {
  server: TestServer
  jobs: Jobs
  payer(points?: bigint): Promise<SignedIn>
  start(
    user: SignedIn,
    query: unknown,
    rest?: object,
  ): Promise<{ status: number; text: string; body: Record<string, unknown> }>
  idOf(user: SignedIn, query: string): Promise<string>
  finished(user: SignedIn, id: string): Promise<Read>
  ask(user: SignedIn, query: string): Promise<Read>
  events(user: SignedIn, id: string, lastEventId?: number): Promise<ResearchEvent[]>
  close(): Promise<void>
}

/** A server with research on a world of the test's own, and a worker that works it off. */
export async function openDesk(
  settings: {
    world?: () => SourceRegistry
    model?: ProseModel | null
    isIdle?: boolean
    minSources?: number
  } = {},
): Promise<ResearchDesk> {
  let jobs: Jobs | undefined
  let tools: OpenPaidTools | undefined
  const tool = testResearch({
    registry: (settings.world ?? instantDemo)(),
    minSources: settings.minSources ?? 2,
    model: settings.model ?? null,
  })
  const server = await testServer({
    modules: (parts) => {
      jobs = testJobs(parts.db)
      tools = openTools([tool], { ...parts, jobs })
      return [tools.routes]
    },
  })
  if (jobs === undefined || tools === undefined) throw new Error('no modules were asked for')
  const queue = jobs
  await queue.open(tools.jobs)
  if (settings.isIdle !== true) await queue.work()

  const start: ResearchDesk['start'] = (user, query, rest = {}) =>
    user.call('POST', '/research', { body: { query }, ...rest })
  const finished: ResearchDesk['finished'] = async (user, id) => {
    for (let attempt = 0; attempt < 600; attempt++) {
      const { body } = await user.call<{ data: Read }>('GET', `/research/${id}`)
      if (!['queued', 'running'].includes(body.data.status)) return body.data
      await sleep(25)
    }
    throw new Error('the research did not end')
  }
  const idOf: ResearchDesk['idOf'] = async (user, query) => {
    const answer = await start(user, query)
    expect(answer.status, answer.text).toBe(202)
    return (answer.body['data'] as { id: string }).id
  }
  return {
    server,
    jobs: queue,
    start,
    idOf,
    finished,
    ask: async (user, query) => finished(user, await idOf(user, query)),
    payer: async (points = 3n) => {
      const user = await server.signIn()
      if (points > 0n) await server.grant(user.userId, points * POINT)
      return user
    },
    events: async (user, id, lastEventId) => {
      const response = await fetch(`${server.url}/api/research/${id}/events`, {
        headers: {
          authorization: `Bearer ${user.accessToken}`,
          ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
        },
      })
      expect(response.status).toBe(200)
      return [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
        ([, line = '']) => JSON.parse(line) as ResearchEvent,
      )
    },
    close: async () => {
      await queue.stop({ graceMs: 0 })
      await server.close()
    },
  }
}
