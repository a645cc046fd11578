import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { decodeBase58 } from '#solana/base58.ts'
import {
  describeAccount,
  listActivity,
  readBalance,
  listHolders,
  readNetworkStatus,
  readTransaction,
  type ExplorerRpc,
} from './explorer-tools.ts'
import { Address, toToolResult } from './tool-result.ts'

const VERSION = '1.0.0'
const SIGNATURE_BYTES = 64
const MAX_ACTIVITY = 50

const Signature = z
  .string()
  .max(100)
  .refine((text) => decodeBase58(text)?.length === SIGNATURE_BYTES, 'must be a signature')
  .describe('Signature of the transaction')

/** Creates our MCP server for chain look-ups: a fetch handler of the official SDK, reached without a socket. */
export const createSolanaExplorer = (settings: { rpc: ExplorerRpc; network: string }) =>
  createMcpHandler(() => explorerServer(settings))

const explorerServer = ({ rpc, network }: { rpc: ExplorerRpc; network: string }): McpServer => {
  const server = new McpServer({ name: 'solana-explorer', version: VERSION })
  server.registerTool(
    'network_status',
    {
      title: 'Network status',
      description:
        'Current slot, block height, block time and latest blockhash of the Solana network.',
      inputSchema: z.object({}),
    },
    () => toToolResult(readNetworkStatus(rpc, network)),
  )
  server.registerTool(
    'get_balance',
    {
      title: 'SOL balance',
      description: 'SOL balance of a wallet or any other address.',
      inputSchema: z.object({ address: Address('Solana address to look up') }),
    },
    ({ address }) => toToolResult(readBalance(rpc, address)),
  )
  server.registerTool(
    'get_account',
    {
      title: 'Account',
      description:
        'What an address is: wallet, token mint, token account or program, with its owner, size and authorities.',
      inputSchema: z.object({ address: Address('Solana address to look up') }),
    },
    ({ address }) => toToolResult(describeAccount(rpc, address)),
  )
  server.registerTool(
    'get_token_holders',
    {
      title: 'Largest holders',
      description: 'Supply of a token and its 20 largest accounts with their share of the supply.',
      inputSchema: z.object({
        mint: Address('Also called mint or contract address', 'Token address'),
      }),
    },
    ({ mint }) => toToolResult(listHolders(rpc, mint)),
  )
  server.registerTool(
    'get_recent_activity',
    {
      title: 'Recent activity',
      description: 'Newest transactions of an address with time and result.',
      inputSchema: z.object({
        address: Address('Solana address to look up'),
        limit: z.number().int().min(1).max(MAX_ACTIVITY).default(10).describe('How many'),
      }),
    },
    ({ address, limit }) => toToolResult(listActivity(rpc, { address, limit })),
  )
  server.registerTool(
    'get_transaction',
    {
      title: 'Transaction',
      description: 'What a transaction did: result, time, fee and the SOL change of every account.',
      inputSchema: z.object({ signature: Signature }),
    },
    ({ signature }) => toToolResult(readTransaction(rpc, signature)),
  )
  return server
}
