import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type {
  WalletOverview,
  WalletResult,
  WatchedNews,
  WatchedWallet,
} from '#contract/analysis/watched.ts'
import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { pollDueWallets } from '#server/modules/analysis/watched/trade-poll-job.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const MAX_WALLETS = 3
/** Its end lies ahead, so that the last trades are news for a user who begins to watch now. */
const { mints, lines } = simulateDemoMarket({ endTime: Math.floor(Date.now() / 1_000) + 86_400 })
const [mint] = mints
let chain: LocalChainHandle
let server: TestServer
let tools: OpenPaidTools
let rpc: SolanaRpc
/** The best wallet of the demo report. */
let best = ''

/** Asks the chain as the job does, as if the time of every wallet had come. */
const look = async (): Promise<void> => {
  await server.db.query('update wallet_watch set next_at = now()')
  await pollDueWallets({ db: server.db, rpc, everyMinutes: 5 }, new AbortController().signal)
}

const list = async (user: SignedIn): Promise<WatchedWallet[]> =>
  (await user.call<{ data: WatchedWallet[] }>('GET', '/analysis/watched')).body.data

const readNews = async (user: SignedIn): Promise<WatchedNews[]> =>
  (await user.call<{ data: WatchedNews[] }>('GET', '/analysis/watched/trades')).body.data

const watch = (user: SignedIn, address: string, note?: string) =>
  user.call('PUT', `/analysis/watched/${address}`, { body: note === undefined ? {} : { note } })

beforeAll(async () => {
  chain = await testChain()
  await rpcResult(chain, 'chain_import', [{ lines }])
  rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 10_000 })
  server = await testServer({
    rpcUrl: chain.rpcUrl,
    modules: (parts) => {
      const watching = { everyMinutes: 5, maxWallets: MAX_WALLETS }
      tools = openTools([testAnalysis({ rpc, demoMints: mints, watch: watching })], parts)
      return [tools.routes]
    },
  })
  await tools.prepare(new AbortController().signal)
  const user = await server.signIn()
  const reports = await user.call<{ data: { id: string }[] }>('GET', '/analysis/reports')
  const path = `/analysis/reports/${reports.body.data[0]?.id}/wallets`
  const rows = await user.call<{ data: { address: string }[] }>('GET', path)
  best = rows.body.data[0]?.address ?? ''
})
afterAll(async () => {
  await server?.close()
  await chain?.stop()
})

it('keeps the wallets that a user watches, with notes', async () => {
  const user = await server.signIn()
  expect(await list(user)).toEqual([])
  expect((await watch(user, best, '  early in COMET ')).body).toMatchObject({
    data: { address: best, note: 'early in COMET' },
  })
  // Without a note, the note stays.
  expect((await watch(user, best)).body).toMatchObject({ data: { note: 'early in COMET' } })
  const [wallet, ...others] = await list(user)
  expect(others).toEqual([])
  expect(wallet).toMatchObject({ address: best, note: 'early in COMET', looked_at: null })
  expect((await user.call('DELETE', `/analysis/watched/${best}`)).status).toBe(200)
  expect((await user.call('DELETE', `/analysis/watched/${best}`)).status).toBe(404)
  expect(await list(user)).toEqual([])
})

it('says how a wallet did in the tokens that the user has reports of', async () => {
  const user = await server.signIn()
  const path = `/analysis/wallets/${best}/results`
  const { data } = (await user.call<{ data: WalletResult[] }>('GET', path)).body
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ mint, symbol: 'COMET', rank: 1, labels: [] })
  expect(data[0]?.pnl_sol).toBeGreaterThan(0)
  await watch(user, best)
  expect((await list(user))[0]?.results).toEqual(data)
  const unknown = `/analysis/wallets/${addressOf('nobody')}/results`
  expect((await user.call<{ data: unknown[] }>('GET', unknown)).body.data).toEqual([])
})

describe('any wallet', () => {
  const read = (user: SignedIn, address: string) =>
    user.call<{ data: WalletOverview }>('GET', `/analysis/wallets/${address}`)

  it('is shown with what it holds and traded last', async () => {
    const user = await server.signIn()
    const { data } = (await read(user, best)).body
    expect(data.address).toBe(best)
    expect(data.transactions_read).toBeGreaterThan(0)
    expect(data.trades.length).toBeGreaterThan(0)
    expect(data.trades.map(({ token }) => token.symbol)).toContain('COMET')
    const times = data.trades.map(({ time }) => time)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(data.tokens.length).toBe(data.token_count)
  })

  it('holds what the chain says', async () => {
    const user = await server.signIn()
    await rpcResult(chain, 'requestAirdrop', [user.wallet.address, 2_000_000_000])
    const { data } = (await read(user, user.wallet.address)).body
    expect(data).toMatchObject({ lamports: '2000000000', tokens: [], token_count: 0, trades: [] })
  })

  it('needs an address, and a node that answers', async () => {
    const user = await server.signIn()
    expect((await read(user, 'nowhere')).status).toBe(400)
    await rpcResult(chain, 'chain_fault', [{ method: 'getAccountInfo', mode: '500', times: 50 }])
    expect((await read(user, best)).status).toBe(503)
    await rpcResult(chain, 'chain_fault', [null])
  })
})

it('shows the newest trades, and as news only those since the user watches', async () => {
  const user = await server.signIn()
  await watch(user, best, 'mine')
  await look()
  const [wallet] = await list(user)
  expect(wallet?.looked_at).not.toBeNull()
  expect(wallet?.trades.length).toBeGreaterThan(0)
  for (const { token, quote, kind } of wallet?.trades ?? []) {
    expect(token).toMatchObject({ symbol: expect.any(String) })
    expect(BigInt(token.amount)).toBeGreaterThan(0n)
    expect(BigInt(quote?.amount ?? 0)).toBeGreaterThan(0n)
    expect(['BUY', 'SELL']).toContain(kind)
  }
  const times = wallet?.trades.map(({ time }) => time) ?? []
  expect(times).toEqual(times.toSorted().toReversed())

  const since = new Date((Date.parse(times.at(-1) ?? '') + Date.parse(times[0] ?? '')) / 2)
  const watchedSince = 'update watched_wallet set created_at = $2 where user_id = $1'
  await server.db.query(watchedSince, [user.userId, since])
  const news = await readNews(user)
  expect(news.length).toBeGreaterThan(0)
  expect(news.length).toBeLessThan(wallet?.trades.length ?? 0)
  for (const one of news) {
    expect(one).toMatchObject({ address: best, note: 'mine' })
    expect(Date.parse(one.trade.time)).toBeGreaterThan(since.getTime())
  }
})

it('requests only new trades, and stores each once', async () => {
  const user = await server.signIn()
  await watch(user, best)
  await look()
  const before = await list(user)
  const calls: string[] = []
  const spy = createSolanaRpc({
    url: chain.rpcUrl,
    timeoutMs: 10_000,
    onCall: (method) => calls.push(method),
  })
  await server.db.query('update wallet_watch set next_at = now()')
  await pollDueWallets({ db: server.db, rpc: spy, everyMinutes: 5 }, AbortSignal.timeout(10_000))
  expect(new Set(calls)).toEqual(new Set(['getSignaturesForAddress']))
  expect((await list(user))[0]?.trades).toEqual(before[0]?.trades)
  // Nothing is due before the time has come again.
  calls.length = 0
  await pollDueWallets({ db: server.db, rpc: spy, everyMinutes: 5 }, AbortSignal.timeout(10_000))
  expect(calls).toEqual([])
})

it('deletes the trades of a wallet without watchers', async () => {
  const user = await server.signIn()
  const address = addressOf('left alone')
  await watch(user, address)
  await user.call('DELETE', `/analysis/watched/${address}`)
  await look()
  const rows = await server.db.query('select 1 from wallet_watch where address = $1', [address])
  expect(rows).toEqual([])
})

it('does not lose a wallet when the node is away, and asks again later', async () => {
  const user = await server.signIn()
  const address = addressOf('patient')
  await watch(user, address)
  const silent: SolanaRpc = {
    ...rpc,
    getSignaturesForAddress: async () => {
      throw new RpcUnavailable('getSignaturesForAddress', 'no answer')
    },
  }
  await pollDueWallets({ db: server.db, rpc: silent, everyMinutes: 5 }, AbortSignal.timeout(9_000))
  expect((await list(user))[0]).toMatchObject({ address, looked_at: null })
  await look()
  expect((await list(user))[0]?.looked_at).not.toBeNull()
})

it('reads a transaction again that the node does not return, but not for ever', async () => {
  const user = await server.signIn()
  await watch(user, best)
  const readNewest = async () => {
    const [row] = await server.db.query<{ newest: string | null }>(
      'select newest_signature as newest from wallet_watch where address = $1',
      [best],
    )
    return row?.newest
  }
  const pollWithTimes = async (blockTime: number) => {
    await server.db.query(
      'update wallet_watch set next_at = now(), newest_signature = null where address = $1',
      [best],
    )
    const lossy: SolanaRpc = {
      ...rpc,
      getSignaturesForAddress: async (...args) =>
        (await rpc.getSignaturesForAddress(...args)).map((entry, nth) =>
          nth === 0
            ? { ...entry, signature: entry.signature.replace(/^./, '1'), blockTime }
            : entry,
        ),
    }
    await pollDueWallets(
      { db: server.db, rpc: lossy, everyMinutes: 5 },
      AbortSignal.timeout(30_000),
    )
  }
  const nowS = Math.floor(Date.now() / 1_000)
  await pollWithTimes(nowS)
  expect(await readNewest()).toBeNull()
  await pollWithTimes(nowS - 3_600)
  expect(await readNewest()).toMatch(/^1/)
  await server.db.query('update wallet_watch set newest_signature = null where address = $1', [
    best,
  ])
})

it('polls the other wallets when one fails or hangs, and reports what was unexpected', async () => {
  const { timeout } = AbortSignal
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10))
  onTestFinished(() => void vi.restoreAllMocks())
  const fail = (error: Error) => async () => {
    throw error
  }
  const hang: SolanaRpc['getSignaturesForAddress'] = async (_address, options) => {
    await sleep(60_000, undefined, { signal: options?.signal })
    return []
  }
  for (const [name, failing, message] of [
    ['wrong', fail(new TypeError('unexpected')), 'wallets could not be polled'],
    ['silent', fail(new RpcUnavailable('getSignaturesForAddress', 'no answer')), null],
    ['hanging', hang, null],
  ] as const) {
    const user = await server.signIn()
    const [first, second] = [addressOf(name), addressOf(`other than ${name}`)]
    await watch(user, first)
    await watch(user, second)
    await server.db.query(
      "update wallet_watch set next_at = now() - case address when $1 then interval '1 hour' else interval '0' end",
      [first],
    )
    const node: SolanaRpc = {
      ...rpc,
      getSignaturesForAddress: (address, options) =>
        (address === first ? failing : rpc.getSignaturesForAddress)(address, options),
    }
    const polled = pollDueWallets(
      { db: server.db, rpc: node, everyMinutes: 5 },
      new AbortController().signal,
    )
    await (message === null ? polled : expect(polled).rejects.toThrow(message))
    expect((await list(user)).map(({ looked_at: at }) => at === null)).toEqual([false, true])
  }
})

it('refuses bad addresses, long notes and more wallets than allowed', async () => {
  const user = await server.signIn()
  const bad = await watch(user, 'not-an-address')
  expect(bad.body).toMatchObject({ code: 'INVALID_ADDRESS' })
  expect((await watch(user, best, 'x'.repeat(201))).status).toBe(400)
  for (let nth = 0; nth < MAX_WALLETS; nth++) {
    expect((await watch(user, addressOf(`watched ${nth}`))).status).toBe(200)
  }
  expect((await watch(user, addressOf('one more'))).status).toBe(429)
  // A watched one can still be changed.
  expect((await watch(user, addressOf('watched 0'), 'note')).status).toBe(200)
})

it('shows nothing of one user to another', async () => {
  const [user, other] = [await server.signIn(), await server.signIn()]
  await watch(user, best, 'secret')
  expect(await list(other)).toEqual([])
  expect(await readNews(other)).toEqual([])
  expect((await other.call('DELETE', `/analysis/watched/${best}`)).status).toBe(404)
  expect((await list(user))[0]?.note).toBe('secret')
})

describe('the chat', () => {
  const findTool = (name: string) => {
    const tool = tools.chat.tools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(`there is no tool ${name}`)
    return tool
  }
  const ask = (user: SignedIn, name: string, args: Record<string, unknown> = {}) =>
    findTool(name).run(args, {
      userId: user.userId,
      chatId: 'chat',
      callId: 'call',
      signal: AbortSignal.timeout(5_000),
    })

  it('watches a wallet, lists it with its latest trade, and stops watching it', async () => {
    const user = await server.signIn()
    expect((await ask(user, 'watched_wallets')).text).toContain('You watch no wallets yet')
    const asked = await ask(user, 'watch_wallet', { address: best, note: 'Whale' })
    expect(asked.text).toContain(`${best} (Whale)`)
    await look()
    const { text, clientAction } = await ask(user, 'watched_wallets')
    expect(text).toContain(`| ${best} | Whale |`)
    expect(text).toMatch(/\| (Bought|Sold) [\d,.]+ [A-Z]+ \| \d{4}-\d\d-\d\d \d\d:\d\d UTC \|/)
    expect(clientAction).toMatchObject({ path: '/wallet-finder?mode=watched' })
    await ask(user, 'unwatch_wallet', { address: best })
    expect(await list(user)).toEqual([])
    await expect(ask(user, 'unwatch_wallet', { address: best })).rejects.toThrow('do not watch')
  })
})
