import { type RequestListener } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSolPrice, readPrice } from '#server/clients/sol-price.ts'
import { serveHttp } from '#tests/support/serve-http.ts'

const closing: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

async function sourceOf(answer: RequestListener): Promise<string> {
  const { url, close } = await serveHttp(answer)
  closing.push(close)
  return `${url}/price`
}

const patient = () => ({ signal: AbortSignal.timeout(10_000) })

describe('readPrice', () => {
  it.each([
    [{ solana: { usd: 151.5 } }, 151.5],
    [{ data: { amount: '150.25', base: 'SOL', currency: 'USD' } }, 150.25],
    [{ error: [], result: { SOLUSD: { c: ['149.1', '3'] } } }, 149.1],
    [{ symbol: 'SOLUSDT', price: '148.00' }, 148],
    [{ usd: 12 }, 12],
    [{ usdPrice: 7.5 }, 7.5],
    [99.5, 99.5],
  ])('reads %j', (answer, usd) => {
    expect(readPrice(answer)).toBe(usd)
  })

  it.each([
    [null],
    ['much'],
    [''],
    [0],
    [-5],
    [1e12],
    [{}],
    [[]],
    [{ price: null }],
    [{ usd: 'Infinity' }],
    [{ result: {} }],
    [{ data: { amount: {} } }],
  ])('sees no price in %j', (answer) => {
    expect(readPrice(answer)).toBeNull()
  })
})

describe('createSolPrice', () => {
  it('asks once however many ask, and keeps the answer for a minute', async () => {
    let asked = 0
    let at = 1_000_000
    const source = await sourceOf((_, response) => {
      asked += 1
      response.end(JSON.stringify({ price: 100 + asked }))
    })
    const price = createSolPrice({ sources: [source], now: () => at })
    const answers = await Promise.all(Array.from({ length: 20 }, () => price(patient())))
    expect(new Set(answers)).toEqual(new Set([101]))
    at += 59_000
    expect(await price(patient())).toBe(101)
    expect(asked).toBe(1)
  })

  it('returns the old price while it refreshes it', async () => {
    let usd = 90
    let at = 1_000_000
    const source = await sourceOf((_, response) => response.end(JSON.stringify({ usd })))
    const price = createSolPrice({ sources: [source], now: () => at })
    expect(await price(patient())).toBe(90)
    usd = 91
    at += 2 * 60_000
    expect(await price(patient())).toBe(90)
    await vi.waitFor(async () => expect(await price(patient())).toBe(91), { timeout: 15_000 })
  })

  it('returns no price that is too old, and pauses a broken source', async () => {
    let isUp = true
    let asked = 0
    let at = 1_000_000
    const source = await sourceOf((_, response) => {
      asked += 1
      response.statusCode = isUp ? 200 : 500
      response.end('{"usd":90}')
    })
    const price = createSolPrice({ sources: [source], now: () => at })
    expect(await price(patient())).toBe(90)
    isUp = false
    at += 16 * 60_000
    expect(await price(patient())).toBeNull()
    at += 29_000
    expect(await price(patient())).toBeNull()
    expect(asked).toBe(2)
    isUp = true
    at += 2_000
    expect(await price(patient())).toBe(90)
  })

  it('turns to the next source when one fails, lies, hangs, moves away or talks too long', async () => {
    const good = await sourceOf((_, response) => response.end('{"usd":42}'))
    const bad = [
      await sourceOf((_, response) => response.end('no JSON')),
      await sourceOf(() => undefined),
      await sourceOf((_, response) => response.writeHead(302, { location: good }).end()),
      await sourceOf((_, response) => response.end(' '.repeat(100_000) + '{"usd":1}')),
      'http://127.0.0.1:9/closed',
    ]
    for (const source of bad) {
      const price = createSolPrice({ sources: [source, good], timeoutMs: 1_000 })
      expect(await price(patient())).toBe(42)
      const alone = createSolPrice({ sources: [source], timeoutMs: 1_000 })
      expect(await alone(patient())).toBeNull()
    }
  })

  it('respects the time limit of each caller', async () => {
    const source = await sourceOf(() => undefined)
    const price = createSolPrice({ sources: [source], timeoutMs: 1_000 })
    expect(await price({ signal: AbortSignal.abort() })).toBeNull()
  })
})
