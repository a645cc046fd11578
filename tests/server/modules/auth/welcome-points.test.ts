import { afterAll, describe, expect, it } from 'vitest'
import { testServer } from '#tests/support/server.ts'
import { testWallet } from '#tests/support/wallet.ts'

const GRANT = 100_000_000n

const options = {
  auth: { welcomePoints: 10, maxWelcomesPerDay: 3 },
  config: { trustProxy: ['127.0.0.1'] },
}
const server = await testServer(options)
const other = await testServer({ ...options, db: server.db })
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Signs in from an address and returns the balance. */
async function balanceFrom(
  ip: string,
  { at = server, wallet = testWallet() } = {},
): Promise<bigint> {
  const { address } = wallet
  const headers = { 'x-forwarded-for': ip }
  const { body: challenge } = await at.call<{ nonce: string; message: string }>(
    'GET',
    `/auth/nonce?wallet_address=${address}`,
    { headers },
  )
  const { nonce, message } = challenge
  const body = { wallet_address: address, signature: wallet.sign(message), nonce }
  const session = await at.call<{ user_info: { id: string } }>('POST', '/auth/wallet-login', {
    headers,
    body,
  })
  expect(session.status).toBe(200)
  return server.ledger.getBalance(session.body.user_info.id)
}

describe('welcome points', () => {
  it('go to a limited number of new accounts of an address in a day, over all servers', async () => {
    const balances: bigint[] = []
    for (const at of [server, other, server, other, server]) {
      balances.push(await balanceFrom('203.0.113.1', { at }))
    }
    expect(balances).toEqual([GRANT, GRANT, GRANT, 0n, 0n])
    expect(await balanceFrom('203.0.113.2')).toBe(GRANT)
  })

  it('are not used up by an account that signs in again', async () => {
    const wallet = testWallet()
    for (let i = 0; i < 4; i += 1) {
      expect(await balanceFrom('203.0.113.3', { wallet })).toBe(GRANT)
    }
    expect(await balanceFrom('203.0.113.3')).toBe(GRANT)
  })

  it('count the networks of one IPv6 site together', async () => {
    const balances: bigint[] = []
    for (const network of [1, 2, 3, 4]) balances.push(await balanceFrom(`2001:db8:7:${network}::1`))
    expect(balances).toEqual([GRANT, GRANT, GRANT, 0n])
  })
})
