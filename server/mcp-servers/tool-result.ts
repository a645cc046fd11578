import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { formatLamports } from '#contract/money.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { isAddress } from '#solana/base58.ts'

/** A result as Markdown and as data: raw amounts as decimal strings, times in Unix seconds. */
export type Finding = { text: string; data: Record<string, unknown> }

/** The caller's mistake, or nothing found. Its message becomes the tool's answer. */
export class NotFound extends Error {}

export const Address = (description: string, title = 'Address') =>
  z.string().max(44).refine(isAddress, 'must be a Solana address').meta({ title, description })

/** Converts a finding to a tool's result. An error becomes a failed result with a text for the user. */
export const toToolResult = async (
  finding: Finding | Promise<Finding>,
): Promise<CallToolResult> => {
  try {
    const { text, data } = await finding
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    if (error instanceof NotFound) return failure(error.message)
    if (error instanceof RpcUnavailable) {
      return failure('The Solana network cannot be reached right now.')
    }
    return failure('This did not work. Try again.')
  }
}

const failure = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
})

export type Row = readonly [string, string]
export const formatFacts = (rows: readonly Row[]) => formatTable(['Field', 'Value'], rows)
/** Cells are not escaped. */
export const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
export const formatCode = (text: string) => `\`${text}\``
/** Returns the share of a supply, 0 to 1, with six digits. */
export const computeShare = (amount: bigint, supply: bigint): number =>
  supply === 0n ? 0 : Number((amount * 1_000_000n) / supply) / 1e6
/** Formats a share from 0 to 1. */
export const formatPercent = (share: number) => `${(share * 100).toFixed(2)} %`
export const formatSignedSol = (lamports: bigint) =>
  `${lamports > 0n ? '+' : ''}${formatLamports(lamports)}`
/** Returns ISO 8601, or `unknown` for null. */
export const formatTime = (unixSeconds: number | null) =>
  unixSeconds === null ? 'unknown' : new Date(unixSeconds * 1_000).toISOString()
