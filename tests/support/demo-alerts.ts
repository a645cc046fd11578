import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'
import type { PriceAlert, TokenPrice } from '#contract/analysis/alerts.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { pollPrices } from '#server/modules/analysis/alerts/price-poll-job.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { rpcResult, testChain } from './chain.ts'
import { createDemoTrade } from './demo-trade.ts'
import { openTools, testAnalysis } from './paid-tools.ts'
import { testServer, type SignedIn } from './server.ts'

const { mints, lines } = simulateDemoMarket({ endTime: Math.floor(Date.now() / 1_000) })
export const [comet, harbor, toll] = mints

/** Calls of a user, on `comet` unless another token is named. */
export const create = (user: SignedIn, body: object) =>
  user.call<{ data: PriceAlert }>('POST', '/analysis/alerts', {
    body: { contract_address: comet, direction: 'above', ...body },
  })

export const list = async (user: SignedIn): Promise<PriceAlert[]> =>
  (await user.call<{ data: PriceAlert[] }>('GET', '/analysis/alerts?limit=50')).body.data

export const readPrice = async (user: SignedIn, address: string = comet): Promise<number> =>
  (await user.call<{ data: TokenPrice }>('GET', `/analysis/price?address=${address}`)).body.data
    .price

/** Starts a server with price alerts on the tokens of the demo market. */
export async function openDemoAlerts() {
  const chain = await testChain()
  await rpcResult(chain, 'chain_import', [{ lines }])
  const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 10_000 })
  /** US dollars for one SOL. */
  const sol: { usd: number | null } = { usd: 150 }
  const price = async () => sol.usd
  let tools: OpenPaidTools | undefined
  const server = await testServer({
    rpcUrl: chain.rpcUrl,
    modules: (parts) => {
      tools = openTools([testAnalysis({ rpc, demoMints: mints, price })], parts)
      return [tools.routes]
    },
  })
  if (tools === undefined) throw new Error('the tools are not open')
  await tools.prepare(new AbortController().signal)
  const lookAtDue = (node = rpc, tokensPerRound = 20) =>
    pollPrices({ db: server.db, rpc: node, price, tokensPerRound }, new AbortController().signal)
  return {
    chain,
    rpc,
    sol,
    price,
    server,
    tools,
    lookAtDue,
    /** Looks at the prices as the job does, as if their time had come. */
    look: async (node?: SolanaRpc, tokensPerRound?: number): Promise<void> => {
      await server.db.query('update price_watch set next_at = now()')
      await lookAtDue(node, tokensPerRound)
    },
    /** Removes what others wait for, so that the calls of a look are those of one token. */
    forget: () => server.db.query('delete from price_alert'),
    /** Moves the price of a token. */
    trade: (mint: string, factor: number) =>
      rpcResult(chain, 'chain_import', [{ lines: [createDemoTrade(lines, mint, { factor })] }]),
    close: async () => {
      await server.close()
      await chain.stop()
    },
  }
}
