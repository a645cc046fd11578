import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as endpoints from '#contract/auth.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.auth.accounts.add({ username: 'Ann', password: PASSWORD })
})
afterAll(() => server.close())

const PASSWORD = 'a horse with no name'

const login = (username: unknown, password: unknown) =>
  server.call<{ access_token: string; refresh_token: string; code: string; message: string }>(
    'POST',
    '/auth/login',
    { body: { username, password } },
  )

describe('password sign-in', () => {
  it('opens a session for the name in any case, with spaces around it', async () => {
    for (const name of ['Ann', 'ann', ' ANN ', 'Ａｎｎ']) {
      const { status, body } = await login(name, PASSWORD)
      expect(status).toBe(200)
      const { user_info: user } = endpoints.login.response.parse(body)
      expect(user).toMatchObject({ username: 'Ann', has_password: true, wallet_addresses: [] })
    }
  })

  it.each([
    ['', PASSWORD],
    ['   ', PASSWORD],
    ['Ann', ''],
    ['Ann', ' \t '],
  ])('says what is missing for %j and %j', async (username, password) => {
    const { status, body } = await login(username, password)
    expect(status).toBe(400)
    expect(body.message).toBe('Username and password cannot be empty')
  })

  it.each([
    ['a wrong password', 'Ann', `${PASSWORD}!`],
    ['another case of the password', 'Ann', PASSWORD.toUpperCase()],
    ['spaces around the password', 'Ann', ` ${PASSWORD}`],
    ['an unknown name', 'Nobody', PASSWORD],
    ['SQL in the name', `' or 1=1 --`, PASSWORD],
    ['a lone surrogate', '\ud800', PASSWORD],
  ])('refuses %s in one and the same way', async (_, username, password) => {
    const { status, body } = await login(username, password)
    expect(status).toBe(401)
    expect(body).toMatchObject({
      code: 'INVALID_CREDENTIALS',
      message: 'Invalid username or password',
      error: 'Invalid username or password',
      detail: 'Invalid username or password',
    })
  })

  it.each([[null], [1], [{ $ne: '' }], [['Ann']], [undefined], ['x'.repeat(2_000)]])(
    'takes %j for no name',
    async (username) => {
      expect((await login(username, PASSWORD)).status).toBe(400)
    },
  )

  it('refuses an account that has no password, as any other wrong one', async () => {
    const { username } = await server.signIn()
    expect((await login(username, PASSWORD)).body.code).toBe('INVALID_CREDENTIALS')
  })

  it('does the same work for unknown names as for known ones', async () => {
    const accounts = server.auth.accounts
    await accounts.add({ username: 'timing', password: PASSWORD })
    const cpuOf = async (name: string) => {
      const before = process.cpuUsage()
      await login(name, 'wrong password')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // The least of many is the work itself, whatever else the machine was doing.
    let [known, unknown] = [Infinity, Infinity]
    for (let i = 0; i < 15; i += 1) {
      known = Math.min(known, await cpuOf('timing'))
      unknown = Math.min(unknown, await cpuOf(`unknown${i}`))
    }
    expect(unknown / known).toBeGreaterThan(0.6)
    expect(unknown / known).toBeLessThan(1.6)
  })

  it('tells a disabled user so only with the right password', async () => {
    const { id } = await server.auth.accounts.add({ username: 'gone', password: PASSWORD })
    await server.auth.accounts.disable(id)
    expect((await login('gone', PASSWORD)).body.code).toBe('ACCOUNT_DISABLED')
    expect((await login('gone', 'wrong password')).body.code).toBe('INVALID_CREDENTIALS')
  })
})

describe('adding a user', () => {
  it('keeps names apart by more than case', async () => {
    const taken = server.auth.accounts.add({ username: 'aNN', password: PASSWORD })
    await expect(taken).rejects.toMatchObject({ code: 'USERNAME_TAKEN' })
  })

  it.each([
    ['ab', PASSWORD, 'username'],
    ['a b c', PASSWORD, 'username'],
    ['a\0bc', PASSWORD, 'username'],
    ['x'.repeat(65), PASSWORD, 'username'],
    ['fine', 'short', 'password'],
    ['fine', 'password123', 'password'],
    ['fine', '12345678', 'password'],
    ['fine', 'aaaaaaaaaa', 'password'],
    ['finename', 'FineName', 'password'],
  ])('refuses %j with %j for its %s', async (username, password, field) => {
    const refused = server.auth.accounts.add({ username, password })
    await expect(refused).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { [field]: expect.any(String) as string },
    })
  })

  it('takes a long password whole', async () => {
    const long = 'long '.repeat(40)
    await server.auth.accounts.add({ username: 'long', password: long })
    expect((await login('long', long)).status).toBe(200)
    expect((await login('long', long.slice(0, -1))).status).toBe(401)
  })
})

describe('credentials', () => {
  it('give an account created by a wallet a name and a password, and end its other sessions', async () => {
    const user = await server.signIn()
    const elsewhere = await server.signIn(user.wallet)
    const proof = await server.prove(user.wallet)
    const body = { username: 'Born.by-Wallet', password: PASSWORD, proof }
    const answer = await user.call('PUT', '/auth/credentials', { body })
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, user_info: { username: 'Born.by-Wallet', has_password: true } },
    })
    expect((await user.call('GET', '/auth/me')).status).toBe(200)
    expect((await elsewhere.call('GET', '/auth/me')).status).toBe(401)
    expect((await login('born.by-wallet', PASSWORD)).status).toBe(200)
    expect((await server.signIn(user.wallet)).userId).toBe(user.userId)
  })

  it('can change the password under the same name', async () => {
    const user = await server.signIn()
    const change = (body: object) =>
      user.call('PUT', '/auth/credentials', { body: { username: 'changer', ...body } })
    await change({ password: PASSWORD, proof: await server.prove(user.wallet) })
    const next = { password: 'another good one', current_password: PASSWORD }
    expect((await change(next)).status).toBe(200)
    expect((await login('changer', PASSWORD)).status).toBe(401)
    expect((await login('changer', 'another good one')).status).toBe(200)
  })

  it('cannot take a name that another has, even when two ask at once', async () => {
    const [one, two] = [await server.signIn(), await server.signIn()]
    const body = {
      username: 'ANN',
      password: PASSWORD,
      proof: await server.prove(one.wallet, 'sign-in'),
    }
    expect(await one.call('PUT', '/auth/credentials', { body })).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_TAKEN' },
    })
    const both = await Promise.all(
      [one, two].map(async (user, i) =>
        user.call('PUT', '/auth/credentials', {
          body: {
            username: i ? 'Contested' : 'contested',
            password: PASSWORD,
            proof: await server.prove(user.wallet),
          },
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('cannot give a name that looks like a wallet or an account, except one of its own wallet', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()]
    const take = async (username: string) => {
      const proof = await server.prove(user.wallet)
      return user.call('PUT', '/auth/credentials', {
        body: { username, password: PASSWORD, proof },
      })
    }
    const { address } = other.wallet
    for (const username of [address, other.username, 'abcd..wxyz', other.userId]) {
      expect(await take(username), username).toMatchObject({
        status: 400,
        body: { fields: { username: 'Must not look like a wallet address or an account id' } },
      })
    }
    expect((await take(user.username)).status).toBe(200)
    expect((await take(user.wallet.address)).status).toBe(200)
  })

  it.each([
    ['', PASSWORD],
    ['good-name', ' '],
    ['good-name', 'short'],
  ])('are refused for %j and %j', async (username, password) => {
    const user = await server.signIn()
    const answer = await user.call('PUT', '/auth/credentials', { body: { username, password } })
    expect(answer.status).toBe(400)
  })
})
