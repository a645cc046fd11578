import { request } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer } from '#tests/support/server.ts'
import { testWallet } from '#tests/support/wallet.ts'

const PASSWORD = 'a horse with no name'

const server = await testServer()
/** Another server on the same database. */
const sibling = await testServer({ db: server.db })
/** Behind a proxy on this machine. */
const proxied = await testServer({ db: server.db, config: { trustProxy: ['127.0.0.1'] } })
for (const username of ['victim', 'bystander']) {
  await server.auth.accounts.add({ username, password: PASSWORD })
}
afterAll(async () => {
  await Promise.all([sibling.close(), proxied.close()])
  await server.close()
})
beforeEach(async () => {
  await server.db.query('delete from call_count')
})

const login = (username: string, password: string, at = server, headers = {}) =>
  at.call('POST', '/auth/login', { body: { username, password }, headers })

const nonce = (address: string, at = server) =>
  at.call('GET', `/auth/nonce?wallet_address=${address}`)

async function inBatches<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < count; start += 20) {
    const size = Math.min(20, count - start)
    results.push(...(await Promise.all(Array.from({ length: size }, (_, i) => act(start + i)))))
  }
  return results
}

const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('password guessing', () => {
  it('allows 30 of 120 guesses over two servers, and says when to retry', async () => {
    const answers = await inBatches(120, (i) =>
      login('victim', `guess number ${i}`, i % 2 ? server : sibling),
    )
    expect(count(answers, 401)).toBe(30)
    expect(count(answers, 429)).toBe(90)
    const refused = answers.find(({ status }) => status === 429)
    const waitSeconds = Number(refused?.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(800)
    expect(waitSeconds).toBeLessThanOrEqual(900)
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED', success: false })
    expect((await login('VICTIM ', PASSWORD)).status).toBe(429)
  })

  it('does not lock out the victim elsewhere, nor others at the same address', async () => {
    await inBatches(40, (i) => login('victim', `guess number ${i}`))
    const elsewhere = await login('victim', PASSWORD, proxied, { 'x-forwarded-for': '203.0.113.7' })
    expect(elsewhere.status).toBe(200)
    expect((await login('bystander', PASSWORD)).status).toBe(200)
  })

  it('lets one address try 100 passwords over any number of names', async () => {
    const answers = await inBatches(120, (i) => login(`name-${i}`, 'one popular password'))
    expect(count(answers, 401)).toBe(100)
    expect(count(answers, 429)).toBe(20)
  })

  it('does not believe a header about the address, unless a trusted proxy says so', async () => {
    const forged = await inBatches(60, (i) =>
      login('victim', `guess number ${i}`, server, { 'x-forwarded-for': `198.51.100.${i}` }),
    )
    expect(count(forged, 401)).toBe(30)
    const passedOn = await inBatches(60, (i) =>
      login('bystander', 'wrong', proxied, { 'x-forwarded-for': `198.51.100.${i}` }),
    )
    expect(count(passedOn, 401)).toBe(60)
  })

  it('opens again when the window has passed', async () => {
    await inBatches(40, () => login('victim', 'wrong'))
    await server.db.query(`update call_count set expire = 1`)
    expect((await login('victim', PASSWORD)).status).toBe(200)
  })

  it('lets a person sign in and out all day', async () => {
    const answers = await inBatches(60, () => login('victim', PASSWORD))
    expect(count(answers, 200)).toBe(60)
  })

  it('does not count refused sign-ins as wrong passwords', async () => {
    for (let burst = 0; burst < 3; burst += 1) {
      const answers = await Promise.all(Array.from({ length: 45 }, () => login('victim', PASSWORD)))
      expect(count(answers, 200)).toBeGreaterThanOrEqual(20)
      expect(count(answers, 200) + count(answers, 429)).toBe(45)
    }
    expect((await login('victim', PASSWORD)).status).toBe(200)
    const [left] = await server.db.query<{ points: bigint }>(
      'select coalesce(max(points), 0) as points from call_count',
    )
    expect(Number(left?.points)).toBe(0)
  })
})

describe('wallet sign-in', () => {
  it('lets one person sign in 40 times in a row', async () => {
    const wallet = testWallet()
    for (let i = 0; i < 40; i += 1) await server.signIn(wallet)
  })

  it('stops wrong signatures after 30 for one wallet', async () => {
    const wallet = testWallet()
    const body = {
      wallet_address: wallet.address,
      signature: wallet.sign('something else'),
      nonce: 'a'.repeat(32),
    }
    const answers = await inBatches(50, () => server.call('POST', '/auth/wallet-login', { body }))
    expect(count(answers, 401)).toBe(30)
    expect(count(answers, 429)).toBe(20)
  })

  it('does not hand out 3,000 nonces, neither for one wallet nor for many', async () => {
    const wallet = testWallet()
    const forOne = await inBatches(200, (i) => nonce(wallet.address, i % 2 ? server : sibling))
    expect(count(forOne, 200)).toBe(100)
    const addresses = Array.from({ length: 1_000 }, () => testWallet().address)
    const forMany = await inBatches(addresses.length, (i) => nonce(addresses[i] ?? ''))
    expect(count(forMany, 200)).toBe(900)
    expect(count(forMany, 429)).toBe(100)
    const [row] = await server.db.query<{ count: bigint }>('select count(*) from sign_in_challenge')
    expect(Number(row?.count)).toBeLessThanOrEqual(1_100)
  }, 120_000)
})

describe('address', () => {
  it('is the socket’s own: another loopback address counts apart', async () => {
    await inBatches(40, () => login('victim', 'wrong'))
    const { port } = new URL(server.url)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ username: 'victim', password: PASSWORD })
      const call = request(
        {
          host: '127.0.0.1',
          port,
          path: '/api/auth/login',
          method: 'POST',
          localAddress: '127.0.0.2',
          headers: { 'content-type': 'application/json' },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      call.on('error', reject)
      call.end(body)
    })
    expect(status).toBe(200)
  })
})
