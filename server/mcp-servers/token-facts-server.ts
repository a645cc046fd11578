import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { AccountInfo } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { readHolders, readTokens } from '#server/clients/solana-rpc/token-lookup.ts'
import { formatColumnAmount, formatExactAmount } from '#server/lib/text/token-amount.ts'
import { removeMarkup } from '#server/lib/text/markdown.ts'
import { toOneLine } from '#server/lib/text/visible-text.ts'
import { isOnCurve } from '#solana/curve.ts'
import { TOKEN_2022_PROGRAM } from '#solana/programs.ts'
import { readExtensions } from '#solana/token-extensions.ts'
import type { TokenMetadata } from '#solana/token-metadata.ts'
import type { Mint } from '#solana/token-state.ts'
import {
  Address,
  toToolResult,
  formatCode,
  formatFacts,
  NotFound,
  formatPercent,
  computeShare,
  formatTable,
  type Finding,
  type Row,
} from './tool-result.ts'

type TokenRpc = Pick<SolanaRpc, 'getMultipleAccounts' | 'getTokenLargestAccounts'>

const VERSION = '1.0.0'
const MAX_HOLDERS = 20
const MAX_TEXT = 80

/** Token-2022 extensions that a buyer should know. Source: https://docs.rs/spl-token-2022-interface (extension) */
const WARNINGS: ReadonlyMap<number, string> = new Map([
  [1, 'Transfers can cost a fee'],
  [6, 'New accounts can start frozen'],
  [9, 'It cannot be transferred'],
  [10, 'It can bear interest, which only changes what is shown'],
  [12, 'A permanent delegate can take it from any holder'],
  [14, 'Each transfer runs another program, which can refuse it'],
  [26, 'All transfers can be paused'],
])

export const createTokenFacts = ({ rpc }: { rpc: TokenRpc }) =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'token-facts', version: VERSION })
    const mint = Address('Also called mint or contract address', 'Token address')
    server.registerTool(
      'get_token_facts',
      {
        title: 'Token facts',
        description:
          'Name, symbol, supply, decimals, authorities and special rules of a token, read from the chain.',
        inputSchema: z.object({ mint }),
      },
      ({ mint: address }) => toToolResult(describeToken(rpc, address)),
    )
    server.registerTool(
      'get_token_authorities',
      {
        title: 'Who controls a token',
        description:
          'Who can create more of a token, freeze it, or change its name: its mint, freeze and update authorities.',
        inputSchema: z.object({ mint }),
      },
      ({ mint: address }) => toToolResult(describeAuthorities(rpc, address)),
    )
    server.registerTool(
      'get_holder_owners',
      {
        title: 'Largest holders',
        description:
          'The wallets and pools behind the 20 largest accounts of a token, with their share of the supply.',
        inputSchema: z.object({ mint }),
      },
      ({ mint: address }) => toToolResult(listOwners(rpc, address)),
    )
    return server
  })

type Token = { mint: Mint; account: AccountInfo; metadata: TokenMetadata | null }

const readToken = async (rpc: TokenRpc, address: string): Promise<Token> => {
  const [found] = await readTokens(rpc, [address])
  const { account = null, mint = null, metadata = null } = found ?? {}
  if (account === null) throw new NotFound('The chain knows no account at this address.')
  if (mint === null)
    throw new NotFound('This address is not a token. Give the token’s own address.')
  return { mint, account, metadata }
}

const describeToken = async (rpc: TokenRpc, address: string): Promise<Finding> => {
  const token = await readToken(rpc, address)
  const { mint, account, metadata } = token
  const isNew = account.owner === TOKEN_2022_PROGRAM
  const rules = listRules(token)
  const rows: Row[] = [
    ['Token', formatCode(address)],
    ['Name', metadata === null ? 'none on the chain' : shown(metadata.name)],
    ['Symbol', metadata === null ? 'none on the chain' : shown(metadata.symbol)],
    ['Supply', formatExactAmount(mint.supply, mint.decimals)],
    ['Decimals', String(mint.decimals)],
    ['Can create more', showAuthority(mint.mintAuthority)],
    ['Can freeze', showAuthority(mint.freezeAuthority)],
    ['Can rename', metadata === null ? 'no one' : showAuthority(metadata.updateAuthority)],
    ['Program', isNew ? 'Token-2022' : 'SPL Token'],
    ...(rules.length === 0 ? [] : [['Special rules', rules.join('; ')] as const]),
  ]
  return {
    text: formatFacts(rows),
    data: {
      mint: address,
      name: metadata?.name ?? null,
      symbol: metadata?.symbol ?? null,
      uri: metadata?.uri ?? null,
      supply: String(mint.supply),
      decimals: mint.decimals,
      mint_authority: mint.mintAuthority,
      freeze_authority: mint.freezeAuthority,
      update_authority: metadata?.updateAuthority ?? null,
      program: account.owner,
      rules,
    },
  }
}

const describeAuthorities = async (rpc: TokenRpc, address: string): Promise<Finding> => {
  const token = await readToken(rpc, address)
  const { mint, metadata } = token
  const sentences = [
    mint.mintAuthority === null
      ? 'No one can create more of it: the supply is fixed.'
      : `${formatCode(mint.mintAuthority)} can create more of it at any time.`,
    mint.freezeAuthority === null
      ? 'No one can freeze a holder’s tokens.'
      : `${formatCode(mint.freezeAuthority)} can freeze any holder’s tokens.`,
    metadata === null
      ? 'It has no name on the chain.'
      : metadata.updateAuthority === null
        ? 'No one can change its name or symbol.'
        : `${formatCode(metadata.updateAuthority)} can change its name and symbol.`,
    ...listRules(token).map((rule) => `${rule}.`),
  ]
  return {
    text: sentences.map((sentence) => `- ${sentence}`).join('\n'),
    data: {
      mint: address,
      mint_authority: mint.mintAuthority,
      freeze_authority: mint.freezeAuthority,
      update_authority: metadata?.updateAuthority ?? null,
    },
  }
}

const listOwners = async (rpc: TokenRpc, address: string): Promise<Finding> => {
  const { mint, metadata } = await readToken(rpc, address)
  const holders = (await readHolders(rpc, address, MAX_HOLDERS)).map(
    ({ account, owner, amount }) => ({
      account,
      owner,
      kind: owner === null ? 'unknown' : isOnCurve(owner) ? 'wallet' : 'program',
      amount: String(amount),
      share: computeShare(amount, mint.supply),
    }),
  )
  const held = holders.reduce((sum, { share }) => sum + share, 0)
  const byWallets = holders.reduce(
    (sum, each) => sum + (each.kind === 'wallet' ? each.share : 0),
    0,
  )
  const name = metadata === null ? 'this token' : shown(metadata.symbol)
  return {
    text: [
      `The ${holders.length} largest accounts hold **${formatPercent(held)}** of ${name}; wallets among them hold ${formatPercent(byWallets)}, the rest is in pools and other programs.`,
      formatTable(
        ['#', 'Owner', 'Kind', 'Amount', 'Share'],
        holders.map((each, index) => [
          String(index + 1),
          formatCode(each.owner ?? each.account),
          each.kind === 'program' ? 'pool or program' : each.kind,
          formatColumnAmount(BigInt(each.amount), mint.decimals),
          formatPercent(each.share),
        ]),
      ),
    ].join('\n\n'),
    data: { mint: address, supply: String(mint.supply), decimals: mint.decimals, holders },
  }
}

const listRules = ({ account }: Token): string[] =>
  account.owner === TOKEN_2022_PROGRAM
    ? readExtensions(account.data).flatMap(({ type }) => WARNINGS.get(type) ?? [])
    : []

const showAuthority = (authority: string | null): string =>
  authority === null ? 'no one' : formatCode(authority)

/** A name is its creator's text. */
const shown = (text: string): string => removeMarkup(toOneLine(text, MAX_TEXT)) || 'empty'
