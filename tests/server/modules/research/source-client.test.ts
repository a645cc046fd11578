import { expect, it, vi } from 'vitest'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { createSourceClient } from '#server/modules/research/pipeline/source-client.ts'
import type { Source } from '#server/modules/research/sources/source.ts'

const request = { url: 'https://source.example/a', accept: 'text/plain' }
const signal = new AbortController().signal
const source = (over: Partial<Source> = {}): Source => ({
  id: 'one',
  name: 'One',
  kind: 'news',
  rate: { perMinute: 60, burst: 3 },
  freshMs: 1_000,
  requests: () => [request],
  parse: () => ({ documents: [], figures: [], series: [] }),
  ...over,
})

function desk(answer: (init: { headers: Headers }) => Response | Promise<Response>) {
  let nowMs = 1_000_000
  const fetch = vi.fn(async (_url: string | URL, init: { headers?: HeadersInit } = {}) =>
    answer({ headers: new Headers(init.headers) }),
  )
  const node = () => Promise.reject(new Error('no node'))
  const ask = createSourceClient({ fetch, node, now: () => nowMs, timeoutMs: 1_000 })
  return { ask, fetch, pass: (ms: number) => (nowMs += ms) }
}

it('returns a fresh response from the cache, and revalidates a stale one by its ETag', async () => {
  const { ask, fetch, pass } = desk(({ headers }) =>
    headers.get('if-none-match') === '"v1"'
      ? new Response(null, { status: 304 })
      : new Response('text', { headers: { etag: '"v1"' } }),
  )
  const first = await ask(source(), request, signal)
  expect(await ask(source(), request, signal)).toEqual(first)
  expect(fetch).toHaveBeenCalledTimes(1)
  pass(2_000)
  const later = await ask(source(), request, signal)
  expect(later.text).toBe('text')
  expect(later.fetchedAtMs).toBe(first.fetchedAtMs + 2_000)
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('makes one call for all who ask at once', async () => {
  const { ask, fetch } = desk(async () => new Response('text'))
  const answers = await Promise.all([1, 2, 3].map(() => ask(source(), request, signal)))
  expect(answers.map(({ text }) => text)).toEqual(['text', 'text', 'text'])
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('takes it for an answer that the node knows no such thing, and for a failure that it is away', async () => {
  const unknown = new RpcError('getTokenSupply', -32_602, 'Invalid param: could not find account')
  const failures = [unknown, unknown, unknown, unknown, new Error('away')]
  const node = () => Promise.reject(failures.shift() ?? new Error('asked too often'))
  const ask = createSourceClient({ fetch: vi.fn(), node, now: () => 1_000_000, timeoutMs: 1_000 })
  const about = (mint: string) =>
    ask(
      source({ rate: { perMinute: 60, burst: 9 } }),
      { rpc: { method: 'm', params: [mint] } },
      signal,
    )
  for (const mint of ['a', 'b', 'c', 'd']) expect((await about(mint)).text).toBe('null')
  await expect(about('e')).rejects.toThrow('did not answer')
})

it('waits a moment for its turn at a market, and never longer than a question can wait', async () => {
  const { ask, fetch } = desk(() => new Response('text'))
  const market = source({ kind: 'market', rate: { perMinute: 600, burst: 1 } })
  const other = { ...request, url: 'https://source.example/b' }
  await Promise.all([ask(market, request, signal), ask(market, other, signal)])
  expect(fetch).toHaveBeenCalledTimes(2)
  const slow = source({ id: 'slow', kind: 'market', rate: { perMinute: 6, burst: 1 } })
  await ask(slow, { ...request, url: 'https://source.example/c' }, signal)
  await expect(ask(slow, { ...request, url: 'https://source.example/d' }, signal)).rejects.toThrow(
    'try again in 10 s',
  )
})

it('keeps to the budget of a source, and gives an older answer rather than none', async () => {
  const { ask, pass } = desk(() => new Response('text'))
  const poor = source({ rate: { perMinute: 6, burst: 1 } })
  await ask(poor, request, signal)
  pass(2_000)
  expect((await ask(poor, request, signal)).fetchedAtMs).toBe(1_000_000)
  const other = { ...request, url: 'https://source.example/b' }
  await expect(ask(poor, other, signal)).rejects.toThrow('has reached its rate limit')
  pass(10_000)
  expect((await ask(poor, other, signal)).text).toBe('text')
})

it('pauses a source for a minute after three failures', async () => {
  const { ask, fetch, pass } = desk(() => new Response('', { status: 500 }))
  const rich = source({ rate: { perMinute: 600, burst: 10 } })
  for (let nth = 0; nth < 3; nth++) {
    await expect(ask(rich, request, signal)).rejects.toThrow('answered HTTP 500')
  }
  await expect(ask(rich, request, signal)).rejects.toThrow('is paused for')
  expect(fetch).toHaveBeenCalledTimes(3)
  pass(61_000)
  await expect(ask(rich, request, signal)).rejects.toThrow('answered HTTP 500')
})

it('retries when a source allows it', async () => {
  const { ask, pass } = desk(
    () => new Response('', { status: 429, headers: { 'retry-after': '5' } }),
  )
  await expect(ask(source(), request, signal)).rejects.toThrow('HTTP 429')
  await expect(ask(source(), request, signal)).rejects.toThrow('is paused for 5 s')
  pass(5_001)
  await expect(ask(source(), request, signal)).rejects.toThrow('HTTP 429')
})

it('does not count an unknown address toward leaving a source alone', async () => {
  let answers = 0
  const { ask } = desk(() => new Response('text', { status: (answers += 1) > 6 ? 200 : 404 }))
  const rich = source({ rate: { perMinute: 600, burst: 20 } })
  const about = (token: string) =>
    ask(rich, { ...request, url: `https://source.example/${token}` }, signal)
  for (let nth = 1; nth <= 6; nth++) {
    await expect(about(`unknown${nth}`)).rejects.toThrow('answered HTTP 404')
  }
  expect((await about('known')).text).toBe('text')
})

it.each([408, 425])('counts HTTP %s toward leaving a source alone', async (status) => {
  const { ask } = desk(() => new Response('', { status }))
  const rich = source({ rate: { perMinute: 600, burst: 20 } })
  for (let nth = 0; nth < 3; nth++) {
    await expect(ask(rich, request, signal)).rejects.toThrow(`answered HTTP ${status}`)
  }
  await expect(ask(rich, request, signal)).rejects.toThrow('is paused for')
})
