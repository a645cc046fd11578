import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  paymentDesk,
  POINT,
  type Order,
  type PaymentDesk,
  type User,
} from '#tests/server/modules/payments/payment-desk.ts'
import { transferOf } from '#tests/server/modules/payments/raw-transactions.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

const SKEW_MS = 300_000
const clockOf = (skewMs: number) => () => Date.now() + skewMs

describe('signing in at servers whose clocks differ by five minutes', () => {
  let right: TestServer
  let behind: TestServer
  let ahead: TestServer
  beforeAll(async () => {
    right = await testServer()
    const { db } = right
    behind = await testServer({ db, auth: { now: clockOf(-SKEW_MS) } })
    ahead = await testServer({ db, auth: { now: clockOf(SKEW_MS) } })
  })
  afterAll(async () => {
    await behind.close()
    await ahead.close()
    await right.close()
  })

  const openAt = (server: TestServer, { accessToken: token }: SignedIn) =>
    server.call('GET', '/auth/me', { token })
  const refreshAt = (server: TestServer, refreshToken: string) =>
    server.call<{ refresh_token: string; access_token: string }>('POST', '/auth/refresh', {
      body: { refresh_token: refreshToken },
    })

  it.each(['behind', 'ahead'] as const)('works at one %s and at every other', async (where) => {
    const first = where === 'behind' ? behind : ahead
    const user = await first.signIn()
    expect((await openAt(first, user)).status).toBe(200)
    expect((await openAt(right, user)).status).toBe(200)
    let { refreshToken } = user
    for (const server of [right, behind, ahead, first]) {
      const renewed = await refreshAt(server, refreshToken)
      expect(renewed.status).toBe(200)
      refreshToken = renewed.body.refresh_token
      const token = renewed.body.access_token
      expect((await server.call('GET', '/auth/me', { token })).status).toBe(200)
    }
  })

  it('never makes a token last longer than its ten minutes and the difference', async () => {
    const user = await ahead.signIn()
    const late = await testServer({ db: right.db, auth: { now: clockOf(SKEW_MS + 631_000) } })
    expect(await openAt(late, user)).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
    await late.close()
  })

  it('ends a challenge by the clock of the database, and spends it once', async () => {
    const wallet = (await right.signIn()).wallet
    const proof = await behind.prove(wallet, 'sign-in')
    const answers = await Promise.all(
      [ahead, right, behind].map((server) =>
        server.call('POST', '/auth/wallet-login', { body: proof }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })
})

describe('paying at servers whose clocks differ by five minutes', () => {
  let desk: PaymentDesk
  beforeAll(async () => {
    desk = await paymentDesk()
  })
  afterAll(() => desk.close())

  const orderAt = async (server: TestServer, user: User, extra: Record<string, unknown> = {}) => {
    const { status, body } = await desk.call<{ data: Order }>(user, 'POST', 'create-payment', {
      body: { amount_lamports: Number(POINT), payer_wallet: desk.addressOf(user), ...extra },
      at: server,
    })
    expect(status).toBe(200)
    return body.data
  }

  it.each([
    ['behind', -SKEW_MS, SKEW_MS],
    ['right', 0, SKEW_MS],
    ['right', 0, -SKEW_MS],
  ])(
    'credits an order of a server that is %s (%i ms) once at one of %i ms',
    async (_, made, verified) => {
      const [first, second] = [
        await desk.startServer({ now: clockOf(made) }),
        await desk.startServer({ now: clockOf(verified) }),
      ]
      const user = await desk.user()
      const order = await orderAt(first, user)
      const signature = await desk.pay(user, order)
      const answers = await Promise.all(
        [first, second, first, second].map((server) => desk.verify(user, order, signature, server)),
      )
      for (const { status, body } of answers) {
        expect(status).toBe(200)
        expect(body.data).toMatchObject({ verified: true, status: 'PAID' })
      }
      await desk.reconcilerOn(desk.db, { now: clockOf(verified) }).runOnce()
      expect(await desk.balance(user)).toBe(POINT)
      expect(await desk.violations()).toEqual([])
    },
  )

  it('credits an order from five minutes ahead of the chain, which the browser reports or not', async () => {
    const ahead = await desk.startServer({ now: clockOf(SKEW_MS) })
    const reporting = await desk.user()
    const order = await orderAt(ahead, reporting)
    const signature = await desk.pay(reporting, order)
    const { body } = await desk.verify(reporting, order, signature, desk.server)
    expect(body.data).toMatchObject({ verified: true, status: 'PAID' })
    const silent = await desk.user()
    await desk.pay(silent, await orderAt(ahead, silent))
    await desk.reconciler.runOnce()
    expect(await desk.balance(reporting)).toBe(POINT)
    expect(await desk.balance(silent)).toBe(POINT)
    expect(await desk.unmatchedSignatures()).toEqual([])
    expect(await desk.violations()).toEqual([])
  })

  describe.each([-SKEW_MS, SKEW_MS])('at a server of %i ms, for an attacker', (skewMs) => {
    let server: TestServer
    beforeAll(async () => {
      server = await desk.startServer({ now: clockOf(skewMs) })
    })

    const refusalOf = async (user: User, order: Order, signature: string) => {
      const { status, body } = await desk.verify(user, order, signature, server)
      expect(body.data?.verified ?? false).toBe(false)
      return status === 200 ? Object.keys(body.errors ?? {}) : [status]
    }
    const payPlainly = (user: User, lamports = POINT) =>
      desk.send([transferOf(desk.addressOf(user), desk.receiver, lamports)], {
        feePayer: user.wallet,
      })
    const reconcile = async () => {
      await desk.reconcilerOn(desk.db, { now: clockOf(skewMs) }).runOnce()
      await desk.reconciler.runOnce()
    }

    it('credits no payment from before the order, however often it is reported', async () => {
      const user = await desk.user()
      const old = await payPlainly(user)
      const order = await orderAt(server, user)
      expect(await refusalOf(user, order, old)).toEqual(['time'])
      await reconcile()
      expect(await refusalOf(user, order, old)).toEqual(['time'])
      expect(await desk.balance(user)).toBe(0n)
      await desk.verify(user, order, await desk.pay(user, order), server)
      await reconcile()
      expect(await desk.balance(user)).toBe(POINT)
      expect(await desk.unmatchedSignatures()).toContain(old)
    })

    it('credits no signature twice, to no order of its user or of another', async () => {
      const user = await desk.user()
      const paid = await desk.pay(user, await orderAt(server, user), { keys: [] })
      await reconcile()
      expect(await desk.balance(user)).toBe(POINT)
      expect(await refusalOf(user, await orderAt(server, user), paid)).toEqual(['signature'])
      const thief = await desk.user()
      expect(await refusalOf(thief, await orderAt(server, thief), paid)).toEqual(['signature'])
      await reconcile()
      expect(await desk.balance(user)).toBe(POINT)
      expect(await desk.balance(thief)).toBe(0n)
    })

    it('credits no payment of another user, who still gets it', async () => {
      const [victim, thief] = [await desk.user(), await desk.user()]
      const traps = [
        await orderAt(server, thief, { payer_wallet: desk.addressOf(victim) }),
        await orderAt(server, thief, { any_payer: true }),
      ]
      const own = await orderAt(server, thief)
      const order = await orderAt(server, victim)
      const paid = await desk.pay(victim, order, { keys: [] })
      // The first report credits the victim.
      const refusals: (string | number)[] = []
      for (const each of [...traps, own]) refusals.push(...(await refusalOf(thief, each, paid)))
      expect(refusals).toEqual(['reference', 'signature', 'signature'])
      expect(await refusalOf(thief, order, paid)).toEqual([404])
      await reconcile()
      expect(await desk.balance(thief)).toBe(0n)
      expect(await desk.balance(victim)).toBe(POINT)
    })

    it('credits no other amount, and no smaller order that is opened for it later', async () => {
      const user = await desk.user()
      const order = await orderAt(server, user, { amount_lamports: Number(2n * POINT) })
      const short = await desk.pay(user, order, { lamports: 2n * POINT - 1n })
      const plain = await payPlainly(user)
      expect(await refusalOf(user, order, short)).toEqual(['amount'])
      expect(await refusalOf(user, order, plain)).toEqual(['amount'])
      const smaller = await orderAt(server, user)
      expect(await refusalOf(user, smaller, short)).toEqual(['reference'])
      expect(await refusalOf(user, smaller, plain)).toEqual(['time'])
      await reconcile()
      expect(await desk.balance(user)).toBe(0n)
    })

    it('leaves books that balance', async () => {
      expect(await desk.violations()).toEqual([])
    })
  })
})
