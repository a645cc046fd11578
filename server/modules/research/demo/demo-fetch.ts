import { setTimeout as sleep } from 'node:timers/promises'

import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { OutboundError } from '#server/clients/outbound/outbound-address.ts'

import { demoMarketAnswer } from './demo-answers.ts'
import { seedOf } from './demo-markets.ts'
import { demoPage } from './demo-pages.ts'

type DemoSettings = {
  now: () => number
  demoMints: readonly string[]
  /** Longest delay of an answer; 0 answers at once. */
  slowestMs: number
}

/** Answers like the sources' servers, from invented data and without a network. */
export const createDemoFetch =
  ({ now, demoMints, slowestMs }: DemoSettings): GuardedFetch =>
  async (target, request = {}) => {
    const url = new URL(target)
    if (slowestMs > 0) {
      const waitMs = 100 + (seedOf(url.href) % slowestMs)
      await sleep(waitMs, undefined, request.signal ? { signal: request.signal } : {})
    }
    const market = demoMarketAnswer(url, { nowMs: now(), demoMints })
    if (market !== null) return Response.json(market)
    const page = demoPage(withoutTracking(url), now())
    if (page === null) throw new OutboundError('unreachable', url.host)
    return new Response(page.text, { headers: { 'content-type': page.type } })
  }

function withoutTracking(url: URL): URL {
  const plain = new URL(url)
  plain.searchParams.delete('utm_source')
  return plain
}
