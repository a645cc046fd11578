import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { formatLamports, formatTokenAmount } from '#contract/money.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { mapAtMost } from '#server/lib/async/map-at-most.ts'
import { formatMinute } from '#server/lib/text/markdown.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import {
  Address,
  toToolResult,
  formatCode,
  NotFound,
  formatTable,
  type Finding,
} from './tool-result.ts'
import { describeTransaction } from './transaction-words.ts'
import { readHoldings } from '#server/clients/solana-rpc/token-holdings.ts'

type WalletRpc = Pick<
  SolanaRpc,
  'getBalance' | 'getSignaturesForAddress' | 'getTransaction' | 'call'
>

const VERSION = '1.0.0'
const MAX_TRANSACTIONS = 25
const PARALLEL = 4
const MAX_HOLDINGS = 50

export const createWalletHistory = ({ rpc }: { rpc: WalletRpc }) =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'wallet-history', version: VERSION })
    server.registerTool(
      'get_wallet_history',
      {
        title: 'Wallet history',
        description:
          'The newest transactions of a wallet in words: what it sent, received, bought and sold, with times.',
        inputSchema: z.object({
          address: Address('Wallet whose history you want', 'Wallet'),
          limit: z
            .number()
            .int()
            .min(1)
            .max(MAX_TRANSACTIONS)
            .default(10)
            .describe('How many transactions'),
        }),
      },
      ({ address, limit }) => toToolResult(describeHistory(rpc, address, limit)),
    )
    server.registerTool(
      'get_wallet_holdings',
      {
        title: 'Wallet holdings',
        description: 'What a wallet holds now: its SOL and all of its tokens.',
        inputSchema: z.object({ address: Address('Wallet to look into', 'Wallet') }),
      },
      ({ address }) => toToolResult(describeHoldings(rpc, address)),
    )
    return server
  })

const describeHistory = async (
  rpc: WalletRpc,
  address: string,
  limit: number,
): Promise<Finding> => {
  const found = await rpc.getSignaturesForAddress(address, { limit })
  if (found.length === 0) throw new NotFound('This address has no transactions yet.')
  const entries = await mapAtMost(PARALLEL, found, async ({ signature, blockTime }) => {
    const transaction = await rpc.getTransaction(signature, { encoding: 'json' })
    const words =
      transaction === null
        ? 'The node no longer has this transaction.'
        : describeTransaction(transaction, address)
    return { signature, time: blockTime ?? null, words }
  })
  return {
    text: [
      `The newest ${entries.length === 1 ? 'transaction' : `${entries.length} transactions`} of ${formatCode(address)}:`,
      entries
        .map(({ time, words }) => {
          const at = time === null ? 'Time unknown' : formatMinute(new Date(time * 1_000))
          return `- ${at}: ${words}`
        })
        .join('\n'),
    ].join('\n\n'),
    data: { address, transactions: entries },
  }
}

const describeHoldings = async (rpc: WalletRpc, address: string): Promise<Finding> => {
  const [lamports, tokens] = await Promise.all([
    rpc.getBalance(address),
    readHoldings(rpc, address),
  ])
  const listed = tokens.slice(0, MAX_HOLDINGS)
  const summary = `${formatCode(address)} holds **${formatLamports(lamports)} SOL** and ${tokens.length === 0 ? 'no tokens' : pluralize(tokens.length, 'token')}.`
  return {
    text: [
      summary,
      ...(listed.length === 0
        ? []
        : [
            formatTable(
              ['Token', 'Amount'],
              listed.map(({ mint, amount, decimals }) => [
                formatCode(mint),
                formatTokenAmount(amount, decimals),
              ]),
            ),
          ]),
    ].join('\n\n'),
    data: {
      address,
      lamports: String(lamports),
      tokens: listed.map((held) => ({ ...held, amount: String(held.amount) })),
    },
  }
}
