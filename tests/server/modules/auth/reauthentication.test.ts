import { afterAll, describe, expect, it } from 'vitest'
import { testServer, type SignedIn } from '#tests/support/server.ts'
import { testWallet } from '#tests/support/wallet.ts'

const PASSWORD = 'correct horse battery'

const server = await testServer({ config: { trustProxy: ['127.0.0.1'] } })
afterAll(() => server.close())

const setCredentials = (user: SignedIn, body: object) =>
  user.call('PUT', '/auth/credentials', { body: { password: PASSWORD, ...body } })

const giveCredentials = async (user: SignedIn, username: string) => {
  const answer = await setCredentials(user, { username, proof: await server.prove(user.wallet) })
  expect(answer.status).toBe(200)
}

const link = async (user: SignedIn, evidence: object, wallet = testWallet()) => {
  const body = { ...(await server.prove(wallet, 'link')), ...evidence }
  return { wallet, ...(await user.call('POST', '/auth/wallets', { body })) }
}

const unlink = (user: SignedIn, address: string, body?: object) =>
  user.call('DELETE', `/auth/wallets/${address}`, body === undefined ? {} : { body })

const age = (user: SignedIn) =>
  server.db.query(
    `update user_session set created_at = now() - interval '121 seconds' where user_id = $1`,
    [user.userId],
  )

const refusal = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } }

describe('a bearer token alone', () => {
  it('does not change the credentials', async () => {
    const user = await server.signIn()
    expect(await setCredentials(user, { username: 'taken-over' })).toMatchObject(refusal)
    await giveCredentials(user, 'mine-to-keep')
    expect(await setCredentials(user, { username: 'taken-over' })).toMatchObject(refusal)
  })

  it('does not link a wallet, which then opens an account of its own', async () => {
    const user = await server.signIn()
    const { wallet, ...answer } = await link(user, {})
    expect(answer).toMatchObject(refusal)
    expect((await server.signIn(wallet)).userId).not.toBe(user.userId)
  })

  it('does not unlink a wallet once its session is two minutes old', async () => {
    const user = await server.signIn()
    const { wallet } = await link(user, { proof: await server.prove(user.wallet) })
    await age(user)
    expect(await unlink(user, wallet.address)).toMatchObject(refusal)
    const proof = await server.prove(user.wallet)
    expect((await unlink(user, wallet.address, { proof })).status).toBe(200)
  })
})

describe('confirmation of a change', () => {
  it('takes the current password and refuses another', async () => {
    const user = await server.signIn()
    await giveCredentials(user, 'with-password')
    const wrong = { username: 'with-password', current_password: 'not the password' }
    expect(await setCredentials(user, wrong)).toMatchObject({
      ...refusal,
      body: { fields: { current_password: 'Wrong password' } },
    })
    expect((await link(user, { current_password: 'not the password' })).status).toBe(403)
    expect((await link(user, { current_password: PASSWORD })).status).toBe(200)
  })

  it('leaves the new wallet’s signature usable after a wrong password', async () => {
    const user = await server.signIn()
    await giveCredentials(user, 'second-try')
    const proof = await server.prove(testWallet(), 'link')
    const send = (current_password: string) =>
      user.call('POST', '/auth/wallets', { body: { ...proof, current_password } })
    expect((await send('a typing error')).status).toBe(403)
    expect((await send(PASSWORD)).status).toBe(200)
  })

  it('takes a challenge made without a purpose, once', async () => {
    const user = await server.signIn()
    const proof = await server.prove(user.wallet, 'sign-in')
    expect((await setCredentials(user, { username: 'once-only', proof })).status).toBe(200)
    expect(await setCredentials(user, { username: 'once-more', proof })).toMatchObject(refusal)
  })

  it('refuses a signature by a wallet of another account, and one made for linking', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()]
    const foreign = await server.prove(other.wallet)
    const forLinking = await server.prove(user.wallet, 'link')
    for (const proof of [foreign, forLinking]) {
      expect(await setCredentials(user, { username: 'not-mine', proof })).toMatchObject(refusal)
    }
  })

  it('refuses a password for an account that has none', async () => {
    const user = await server.signIn()
    const body = { username: 'guessed', current_password: PASSWORD }
    expect(await setCredentials(user, body)).toMatchObject(refusal)
  })

  it('does not sign anyone in', async () => {
    const wallet = testWallet()
    const body = await server.prove(wallet)
    expect((await server.call('POST', '/auth/wallet-login', { body })).status).toBe(401)
  })

  it('is refused after too many wrong passwords', async () => {
    const user = await server.signIn()
    await giveCredentials(user, 'guessed-at')
    const guess = () => link(user, { current_password: 'not the password' })
    const statuses: number[] = []
    for (let i = 0; i < 22; i += 1) statuses.push((await guess()).status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each(['PUT', 'POST', 'DELETE'])(
    'is still taken from the owner when someone with a stolen token guesses by %s',
    async (method) => {
      const user = await server.signIn()
      await giveCredentials(user, `stolen-${method.toLowerCase()}`)
      const { wallet } = await link(user, { current_password: PASSWORD })
      const change = { username: `owned-${method.toLowerCase()}`, password: 'a new correct horse' }
      const place = (address: string) => ({ 'x-forwarded-for': address })
      const guess = () => {
        const body = { ...change, current_password: 'not the password' }
        const headers = place('203.0.113.7')
        if (method === 'PUT') return user.call('PUT', '/auth/credentials', { body, headers })
        if (method === 'DELETE') {
          return user.call('DELETE', `/auth/wallets/${wallet.address}`, { body, headers })
        }
        const proof = { wallet_address: 'x', signature: 'x', nonce: 'x' }
        return user.call('POST', '/auth/wallets', { body: { ...proof, ...body }, headers })
      }
      const statuses: number[] = []
      for (let i = 0; i < 24; i += 1) statuses.push((await guess()).status)
      expect(statuses.at(-1)).toBe(429)

      // From the owner's own place, and from the thief's address in a session of the owner's.
      const elsewhere = { body: { current_password: PASSWORD }, headers: place('198.51.100.1') }
      const unlinked = await user.call('DELETE', `/auth/wallets/${wallet.address}`, elsewhere)
      expect(unlinked.status).toBe(200)
      const again = await server.signIn(user.wallet)
      const body = { ...change, current_password: PASSWORD }
      const headers = place('203.0.113.7')
      expect((await again.call('PUT', '/auth/credentials', { body, headers })).status).toBe(200)
      expect((await user.call('GET', '/auth/me')).status).toBe(401)
    },
  )
})

describe('linked wallets', () => {
  it('are listed and unlinked, which ends the other sessions', async () => {
    const user = await server.signIn()
    const { wallet } = await link(user, { proof: await server.prove(user.wallet) })
    const elsewhere = await server.signIn(wallet)
    const listed = await user.call<{ data: { address: string; linked_at: string }[] }>(
      'GET',
      '/auth/wallets',
    )
    expect(listed.body.data.map(({ address }) => address)).toEqual([
      user.wallet.address,
      wallet.address,
    ])
    const answer = await unlink(user, wallet.address)
    expect(answer).toMatchObject({
      status: 200,
      body: { user_info: { wallet_addresses: [user.wallet.address] } },
    })
    expect((await elsewhere.call('GET', '/auth/me')).status).toBe(401)
    expect((await server.signIn(wallet)).userId).not.toBe(user.userId)
  })

  it('keep the last way to sign in, also when two are unlinked at once', async () => {
    const user = await server.signIn()
    expect(await unlink(user, user.wallet.address)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    const { wallet } = await link(user, { proof: await server.prove(user.wallet) })
    const both = await Promise.all(
      [user.wallet.address, wallet.address].map((address) => unlink(user, address)),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('can all be unlinked from an account with a password', async () => {
    const user = await server.signIn()
    await giveCredentials(user, 'password-only')
    expect((await unlink(user, user.wallet.address)).status).toBe(200)
  })

  it('of another account cannot be unlinked', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()]
    expect((await unlink(user, other.wallet.address)).status).toBe(404)
  })

  it('come back when a stolen token of a new session unlinked one', async () => {
    const user = await server.signIn()
    const { wallet } = await link(user, { proof: await server.prove(user.wallet) })
    // The thief has the access token alone.
    expect((await unlink(user, user.wallet.address)).status).toBe(200)
    expect((await unlink(user, wallet.address)).status).toBe(409)
    const thief = testWallet()
    const added = await user.call('POST', '/auth/wallets', {
      body: await server.prove(thief, 'link'),
    })
    expect(added).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })

    const owner = await server.signIn(wallet)
    expect(owner.userId).toBe(user.userId)
    const { body } = await owner.call<{ data: { id: string; current: boolean }[] }>(
      'GET',
      '/auth/sessions',
    )
    for (const { id, current } of body.data) {
      if (!current) await owner.call('DELETE', `/auth/sessions/${id}`)
    }
    expect((await user.call('GET', '/auth/me')).status).toBe(401)
    const again = await owner.call('POST', '/auth/wallets', {
      body: {
        ...(await server.prove(user.wallet, 'link')),
        proof: await server.prove(wallet),
      },
    })
    expect(again).toMatchObject({
      status: 200,
      body: { user_info: { wallet_addresses: [wallet.address, user.wallet.address] } },
    })
  })
})

describe('a username', () => {
  const isFree = async (user: SignedIn, username: string) => {
    const query = new URLSearchParams({ username }).toString()
    return (await user.call<{ available: boolean }>('GET', `/auth/username?${query}`)).body
      .available
  }

  it('is free until another account has it, in any case', async () => {
    const [owner, other] = [await server.signIn(), await server.signIn()]
    expect(await isFree(other, 'Grace')).toBe(true)
    await giveCredentials(owner, 'grace')
    expect(await isFree(other, ' Grace ')).toBe(false)
    expect(await isFree(owner, 'grace')).toBe(true)
    const proof = await server.prove(other.wallet)
    expect(await setCredentials(other, { username: 'grace', proof })).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_TAKEN', fields: { username: 'grace is taken. Choose another.' } },
    })
  })
})
