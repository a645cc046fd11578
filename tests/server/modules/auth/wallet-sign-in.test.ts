import { afterAll, describe, expect, it } from 'vitest'
import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import * as endpoints from '#contract/auth.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { insertAccount } from '#server/modules/auth/account-repository.ts'
import { toUsernameKey } from '#server/modules/auth/usernames.ts'
import { testServer } from '#tests/support/server.ts'
import { testWallet, type TestWallet } from '#tests/support/wallet.ts'

const server = await testServer({ auth: { welcomePoints: 10 } })
afterAll(() => server.close())

type Challenge = { nonce: string; message: string; success: boolean; expires_at: string }

const challenge = async (address: string, query = '') =>
  (await server.call<Challenge>('GET', `/auth/nonce?wallet_address=${address}${query}`)).body

const login = (body: Record<string, unknown>) =>
  server.call<{ code: string }>('POST', '/auth/wallet-login', { body })

const proof = (wallet: TestWallet, { message, nonce }: Challenge) => ({
  wallet_address: wallet.address,
  signature: wallet.sign(message),
  nonce,
})

const [derived] = PublicKey.findProgramAddressSync([Buffer.from('vault')], PublicKey.default)

describe('challenge', () => {
  it('is a Sign-In-With-Solana text of the configured domain', async () => {
    const wallet = testWallet()
    const { status, body } = await server.call<Challenge>(
      'GET',
      `/auth/nonce?wallet_address=${wallet.address}`,
      { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
    )
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.nonce).toMatch(/^[A-Za-z0-9]{22,}$/)
    const lines = body.message.split('\n')
    expect(lines[0]).toBe('desk.test:3000 wants you to sign in with your Solana account:')
    expect(lines[1]).toBe(wallet.address)
    expect(body.message).toContain(`\nURI: http://desk.test:3000\nVersion: 1\nChain ID: localnet\n`)
    expect(body.message).toContain(`\nNonce: ${body.nonce}\nIssued At: `)
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(4 * 60_000)
  })

  it.each([
    ['32 zero bytes', bs58.encode(new Uint8Array(32))],
    ['an off-curve address', 'SysvarRent111111111111111111111111111111112'],
    ['a program-derived address', derived.toBase58()],
    ['the identity point', bs58.encode(Uint8Array.from({ length: 32 }, (_, i) => (i ? 0 : 1)))],
    ['a leading space', ` ${testWallet().address}`],
    ['a trailing space', `${testWallet().address} `],
    ['31 bytes', bs58.encode(new Uint8Array(31).fill(7))],
    ['33 bytes', bs58.encode(new Uint8Array(33).fill(7))],
    ['a letter outside the alphabet', `${testWallet().address.slice(0, -1)}0`],
    ['nothing', ''],
    ['a long text', 'a'.repeat(1_000)],
    ['NUL', `${testWallet().address.slice(0, -1)}\0`],
  ])('is refused for %s', async (_, address) => {
    const { status } = await server.call(
      'GET',
      `/auth/nonce?wallet_address=${encodeURIComponent(address)}`,
    )
    expect([400, 401]).toContain(status)
  })
})

describe('wallet sign-in', () => {
  it('makes the account once, with a short name and the welcome points', async () => {
    const wallet = testWallet()
    const first = await server.signIn(wallet)
    expect(first.username).toBe(`${wallet.address.slice(0, 4)}...${wallet.address.slice(-4)}`)
    expect(await server.ledger.getBalance(first.userId)).toBe(100_000_000n)
    const second = await server.signIn(wallet)
    expect(second.userId).toBe(first.userId)
    expect(await server.ledger.getBalance(first.userId)).toBe(100_000_000n)
    expect(await server.ledger.check()).toEqual([])
  })

  it('makes one account when a new wallet signs in from many tabs at once', async () => {
    const wallet = testWallet()
    const all = await Promise.all(Array.from({ length: 6 }, () => server.signIn(wallet)))
    expect(new Set(all.map((one) => one.userId)).size).toBe(1)
    expect(await server.ledger.getBalance(all[0]?.userId ?? '')).toBe(100_000_000n)
  })

  it('takes a longer name when the short one is taken', async () => {
    const wallet = testWallet()
    const taken = `${wallet.address.slice(0, 4)}...${wallet.address.slice(-4)}`
    await insertAccount(server.db, {
      id: uuidv7(),
      username: taken,
      usernameKey: toUsernameKey(taken),
      passwordHash: null,
    })
    const { username } = await server.signIn(wallet)
    expect(username).toBe(`${wallet.address.slice(0, 6)}...${wallet.address.slice(-6)}`)
  })

  it('responds as in the contract', async () => {
    const wallet = testWallet()
    const { status, body } = await login(proof(wallet, await challenge(wallet.address)))
    expect(status).toBe(200)
    expect(endpoints.walletLogin.response.parse(body).user_info.wallet_addresses).toEqual([
      wallet.address,
    ])
  })

  it('opens exactly one session for two uses of one nonce at once', async () => {
    const wallet = testWallet()
    const body = proof(wallet, await challenge(wallet.address))
    const statuses = await Promise.all([login(body), login(body), login(body)])
    expect(statuses.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401,
    ])
    expect((await login(body)).body.code).toBe('INVALID_NONCE')
  })

  it('spends the nonce also on a wrong signature', async () => {
    const wallet = testWallet()
    const made = await challenge(wallet.address)
    const wrong = await login({
      ...proof(wallet, made),
      signature: testWallet().sign(made.message),
    })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
    expect(await login(proof(wallet, made))).toMatchObject({ status: 401 })
  })

  it('refuses an expired nonce', async () => {
    const wallet = testWallet()
    const made = await challenge(wallet.address)
    await server.db.query(
      `update sign_in_challenge set expires_at = now() - interval '1 second' where nonce = $1`,
      [made.nonce],
    )
    expect(await login(proof(wallet, made))).toMatchObject({
      status: 401,
      body: { code: 'INVALID_NONCE' },
    })
  })

  it('refuses the nonce of another wallet, one never issued, and none', async () => {
    const [wallet, other] = [testWallet(), testWallet()]
    const made = await challenge(other.address)
    const forOther = { ...proof(wallet, made), wallet_address: wallet.address }
    expect(await login(forOther)).toMatchObject({ status: 401 })
    const mine = await challenge(wallet.address)
    expect(await login({ ...proof(wallet, mine), nonce: 'a'.repeat(32) })).toMatchObject({
      status: 401,
    })
    const { nonce: _, ...withoutNonce } = proof(wallet, mine)
    expect(await login(withoutNonce)).toMatchObject({ status: 401 })
    expect(await login({ ...proof(wallet, mine), nonce: `${mine.nonce} ` })).toMatchObject({
      status: 401,
    })
  })

  it.each([
    ['the nonce alone', (made: Challenge) => made.nonce],
    ['another domain', (made: Challenge) => made.message.replaceAll('desk.test', 'evil.test')],
    ['another nonce', (made: Challenge) => made.message.replace(made.nonce, 'x'.repeat(32))],
    ['a text with an end of line more', (made: Challenge) => `${made.message}\n`],
    [
      'transaction bytes',
      (made: Challenge) => Buffer.concat([Buffer.of(1, 0, 1, 3), Buffer.from(made.message)]),
    ],
  ])('refuses a signature over %s', async (_, tamper) => {
    const wallet = testWallet()
    const made = await challenge(wallet.address)
    const signature = wallet.sign(tamper(made))
    expect(await login({ ...proof(wallet, made), signature })).toMatchObject({ status: 401 })
  })

  it('refuses key A over a message that names wallet B', async () => {
    const [a, b] = [testWallet(), testWallet()]
    const made = await challenge(b.address)
    const asB = { wallet_address: b.address, signature: a.sign(made.message), nonce: made.nonce }
    expect(await login(asB)).toMatchObject({ status: 401 })
    const again = await challenge(b.address)
    const asA = { wallet_address: a.address, signature: a.sign(again.message), nonce: again.nonce }
    expect(await login(asA)).toMatchObject({ status: 401 })
  })

  it.each([
    [
      'Base64url',
      (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace('==', ''),
    ],
    ['no padding', (text: string) => text.replace('==', '')],
    [
      '65 bytes',
      (text: string) =>
        Buffer.concat([Buffer.from(text, 'base64'), Buffer.of(1)]).toString('base64'),
    ],
    ['63 bytes', (text: string) => Buffer.from(text, 'base64').subarray(0, 63).toString('base64')],
    ['a space', (text: string) => `${text} `],
    [
      'spare bits',
      (text: string) =>
        `${text.slice(0, 85)}${text[85] === 'A' ? 'B' : text[85] === 'Q' ? 'R' : text[85] === 'g' ? 'h' : 'x'}==`,
    ],
    ['hex', (text: string) => Buffer.from(text, 'base64').toString('hex')],
    ['nothing', () => ''],
  ])('refuses a signature in Base64 with %s as malformed', async (_, spoil) => {
    const wallet = testWallet()
    const made = await challenge(wallet.address)
    const good = proof(wallet, made)
    expect(await login({ ...good, signature: spoil(good.signature) })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_SIGNATURE' },
    })
  })

  it('refuses a challenge that was made for linking', async () => {
    const wallet = testWallet()
    const made = await challenge(wallet.address, '&purpose=link')
    expect(made.message).toContain('Link this wallet')
    expect(await login(proof(wallet, made))).toMatchObject({
      status: 401,
      body: { code: 'INVALID_NONCE' },
    })
  })

  it('refuses the wallet of a disabled account', async () => {
    const { wallet, userId } = await server.signIn()
    await server.auth.accounts.disable(userId)
    const answer = await login(proof(wallet, await challenge(wallet.address)))
    expect(answer).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISABLED' } })
  })

  it('stores only valid challenges', async () => {
    const wallet = testWallet()
    for (let i = 0; i < 20; i += 1) await challenge(wallet.address)
    await server.db.query(`update sign_in_challenge set expires_at = now() - interval '1 second'`)
    for (let i = 0; i < 20; i += 1) await challenge(testWallet().address)
    const [row] = await server.db.query<{ count: bigint }>(
      'select count(*) from sign_in_challenge where expires_at < now()',
    )
    expect(row?.count).toBe(0n)
  })
})

describe('linking a wallet', () => {
  it('adds it to the account, and the account opens by it from then on', async () => {
    const user = await server.signIn()
    const wallet = testWallet()
    const made = await challenge(wallet.address, '&purpose=link')
    const linked = await user.call<{ user_info: { wallet_addresses: string[] } }>(
      'POST',
      '/auth/wallets',
      { body: { ...proof(wallet, made), proof: await server.prove(user.wallet) } },
    )
    expect(linked.status).toBe(200)
    expect(linked.body.user_info.wallet_addresses).toEqual([user.wallet.address, wallet.address])
    expect((await server.signIn(wallet)).userId).toBe(user.userId)
  })

  it('takes a challenge asked for without a purpose', async () => {
    const user = await server.signIn()
    const wallet = testWallet()
    const body = {
      ...proof(wallet, await challenge(wallet.address)),
      proof: await server.prove(user.wallet),
    }
    expect((await user.call('POST', '/auth/wallets', { body })).status).toBe(200)
  })

  it('is a conflict, never a takeover, for the wallet of another account', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()]
    const body = {
      ...(await server.prove(other.wallet, 'link')),
      proof: await server.prove(user.wallet),
    }
    const answer = await user.call('POST', '/auth/wallets', { body })
    expect(answer).toMatchObject({ status: 409, body: { code: 'WALLET_ALREADY_LINKED' } })
    expect((await server.signIn(other.wallet)).userId).toBe(other.userId)
  })

  it('refuses a signature of another key', async () => {
    const user = await server.signIn()
    const wallet = testWallet()
    const made = await challenge(wallet.address, '&purpose=link')
    const body = {
      ...proof(wallet, made),
      signature: user.wallet.sign(made.message),
      proof: await server.prove(user.wallet),
    }
    expect((await user.call('POST', '/auth/wallets', { body })).status).toBe(401)
    expect((await server.signIn(wallet)).userId).not.toBe(user.userId)
  })
})
