import * as z from 'zod/mini'
import { formatLamports } from '#contract/money.ts'
import { AppError } from '#server/errors.ts'
import { isAddress } from '#solana/base58.ts'
import { isTokenProgram, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { parseMint, parseTokenAccount, type Mint } from '#solana/token-state.ts'
import type { BuiltinParts } from './builtin-tools.ts'
import { examplesOf } from '#server/intents/examples.ts'
import { code, formatMinute, table } from '#server/lib/markdown.ts'
import type { AssistantTool, ToolResult } from './tool.ts'

const CHAIN = { id: 'chain', name: 'Solana' }
const SHOWN_HOLDINGS = 15
const SHOWN_HOLDERS = 5
const SHOWN_SIGNATURES = 5

const addressSchema = (name: string, { title, description }: Record<string, string>) => ({
  type: 'object',
  properties: { [name]: { type: 'string', title, description, minLength: 32, maxLength: 44 } },
  required: [name],
})

type Parts = Pick<BuiltinParts, 'rpc' | 'network' | 'price' | 'clock'>

export function chainTools(parts: Parts): AssistantTool[] {
  const { rpc, network, price, clock } = parts
  return [
    {
      name: 'token',
      app: CHAIN,
      title: 'Token look-up',
      description:
        'Look up a token on the chain by its mint: supply, decimals, authorities, largest holders',
      inputSchema: addressSchema('mint', {
        title: 'Token address',
        description: 'Also called mint or contract address',
      }),
      examples: examplesOf('token'),
      asks: { mint: 'Which token? Paste its address.' },
      writes: false,
      isTrusted: true,
      run: ({ mint }, { signal }) => lookUp(parts, addressOf(mint), signal, { isToken: true }),
    },
    {
      name: 'wallet',
      app: CHAIN,
      title: 'Wallet look-up',
      description:
        'Look up a wallet or any other address on the chain: SOL balance, token holdings, recent transactions',
      inputSchema: addressSchema('address', { title: 'Address', description: 'Address on Solana' }),
      examples: examplesOf('wallet'),
      asks: { address: 'Which wallet? Paste its address.' },
      writes: false,
      isTrusted: true,
      run: ({ address }, { signal }) =>
        lookUp(parts, addressOf(address), signal, { isToken: false }),
    },
    {
      name: 'price',
      app: CHAIN,
      title: 'Price of SOL',
      description: 'Show the current price of SOL in US dollars',
      inputSchema: {
        type: 'object',
        properties: {
          symbol: { type: 'string', maxLength: 12, description: 'SOL by default' },
          token_address: { type: 'string', maxLength: 44, description: 'Address of a token' },
        },
      },
      examples: examplesOf('price'),
      writes: false,
      isTrusted: true,
      fill: ({ entities }) => {
        const [symbol] = entities.tickers
        const [address] = entities.addresses
        if (address !== undefined) return { token_address: address }
        return symbol === undefined ? {} : { symbol }
      },
      run: async ({ symbol, token_address: token }, { signal }) => {
        if (typeof token === 'string' && isAddress(token)) {
          return {
            text: `I have no price for single tokens. CA Analysis of ${code(token)} shows the prices at which it traded.`,
          }
        }
        const wanted = typeof symbol === 'string' ? symbol.toUpperCase() : 'SOL'
        if (wanted !== 'SOL') {
          return {
            text: `I only have the price of SOL. Research can find what sources say about ${wanted}, and CA Analysis shows the price of a token by its address.`,
          }
        }
        if (price === null) {
          return {
            text: `SOL has no market price on ${network}, the network of this site. Here, 1 POINT is 0.01 SOL. Research can find the price elsewhere.`,
          }
        }
        const usd = await price({ signal })
        if (usd === null) throw new AppError('CONFLICT', 'No price source answers right now.')
        return {
          text: `1 SOL = **${usd.toLocaleString('en-US', { maximumFractionDigits: 2 })} USD**`,
          structured: { usd },
          source: 'Configured price source',
          at: new Date(clock()).toISOString(),
        }
      },
    },
    {
      name: 'network',
      app: CHAIN,
      title: 'Network status',
      description: 'Show the network of this site, whether it answers, its newest block and epoch',
      inputSchema: { type: 'object', properties: {} },
      examples: examplesOf('network'),
      writes: false,
      isTrusted: true,
      run: async (_args, { signal }) => {
        const { epoch, absoluteSlot, blockHeight } = Epoch.parse(
          await rpc.call('getEpochInfo', [{ commitment: 'confirmed' }], { signal }),
        )
        return {
          text: [
            `The network **${network}** answers.`,
            '',
            `- Newest slot: ${absoluteSlot.toLocaleString('en-US')}`,
            `- Block height: ${blockHeight.toLocaleString('en-US')}`,
            `- Epoch: ${epoch.toLocaleString('en-US')}`,
          ].join('\n'),
          source: `Solana RPC (${network})`,
          at: new Date(clock()).toISOString(),
        }
      },
    },
  ]
}

function addressOf(value: unknown): string {
  const text = String(value).trim()
  if (!isAddress(text))
    throw new AppError('INVALID_ADDRESS', `${text.slice(0, 50)} is not a Solana address.`)
  return text
}

/** Describes an address: a mint, or a wallet with its holdings. */
async function lookUp(
  parts: Parts,
  address: string,
  signal: AbortSignal,
  { isToken }: { isToken: boolean },
): Promise<ToolResult> {
  const { rpc, network, clock } = parts
  const account = await rpc.getAccountInfo(address, { signal })
  const mint = account === null || !isTokenProgram(account.owner) ? null : parseMint(account)
  const source = { source: `Solana RPC (${network})`, at: new Date(clock()).toISOString() }
  if (mint !== null) return { ...(await tokenText(parts, address, mint, signal)), ...source }
  if (isToken) throw new AppError('NOT_A_MINT', `${address} is not a token on ${network}.`)
  return { ...(await walletText(parts, address, account?.lamports ?? 0n, signal)), ...source }
}

async function tokenText(
  { rpc }: Parts,
  address: string,
  mint: Mint,
  signal: AbortSignal,
): Promise<ToolResult> {
  const holders = await rpc.getTokenLargestAccounts(address, { signal }).catch(() => [])
  const supply = Number(mint.supply)
  const rows = holders
    .filter(({ amount }) => amount !== '0')
    .slice(0, SHOWN_HOLDERS)
    .map(({ address: holder, amount }) => [
      holder,
      units(BigInt(amount), mint.decimals),
      supply === 0 ? '–' : `${((Number(amount) / supply) * 100).toFixed(2)} %`,
    ])
  const facts = [
    `**Token** ${code(address)}`,
    '',
    `- Supply: ${units(mint.supply, mint.decimals)} (${mint.decimals} decimals)`,
    `- Mint authority: ${mint.mintAuthority === null ? 'none, the supply is fixed' : `${code(mint.mintAuthority)} can make more`}`,
    `- Freeze authority: ${mint.freezeAuthority === null ? 'none' : `${code(mint.freezeAuthority)} can freeze accounts`}`,
  ]
  if (rows.length > 0) {
    facts.push('', 'Largest token accounts:', '', table(['Account', 'Amount', 'Share'], rows))
  }
  return { text: facts.join('\n'), structured: { mint: address, supply: String(mint.supply) } }
}

const Epoch = z.object({
  epoch: z.number(),
  absoluteSlot: z.number(),
  blockHeight: z.number(),
})

const Holdings = z.object({
  value: z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }),
    }),
  ),
})

async function walletText(
  { rpc }: Parts,
  address: string,
  lamports: bigint,
  signal: AbortSignal,
): Promise<ToolResult> {
  const [holdings, signatures] = await Promise.all([
    Promise.all(
      [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((id) => holdingsOf(rpc, address, id, signal)),
    ),
    rpc.getSignaturesForAddress(address, { signal, limit: SHOWN_SIGNATURES }),
  ])
  const held = holdings.flat().filter(({ amount }) => amount > 0n)
  const mints = await rpc.getMultipleAccounts(
    held.slice(0, SHOWN_HOLDINGS).map(({ mint }) => mint),
    { signal },
  )
  const rows = held.slice(0, SHOWN_HOLDINGS).map(({ mint, amount }, at) => {
    const account = mints[at] ?? null
    const decimals = account === null ? undefined : parseMint(account)?.decimals
    return [mint, decimals === undefined ? `${amount} raw units` : units(amount, decimals)]
  })
  const lines = [
    `**Address** ${code(address)}`,
    '',
    `- Balance: **${formatLamports(lamports)} SOL**`,
  ]
  if (rows.length === 0) lines.push('- Holds no tokens')
  else {
    const more = held.length > rows.length ? ` (${rows.length} of ${held.length})` : ''
    lines.push('', `Tokens${more}:`, '', table(['Mint', 'Amount'], rows))
  }
  if (signatures.length > 0) {
    const recent = signatures.map(({ signature, err, blockTime }) => [
      `${signature.slice(0, 8)}…${signature.slice(-8)}`,
      typeof blockTime === 'number' ? formatMinute(new Date(blockTime * 1000)) : '–',
      err === null || err === undefined ? 'ok' : 'failed',
    ])
    lines.push('', 'Newest transactions:', '', table(['Signature', 'Time', 'Result'], recent))
  }
  return { text: lines.join('\n'), structured: { address, lamports: String(lamports) } }
}

async function holdingsOf(
  rpc: Parts['rpc'],
  address: string,
  programId: string,
  signal: AbortSignal,
): Promise<{ mint: string; amount: bigint }[]> {
  const params = [address, { programId }, { encoding: 'base64', commitment: 'confirmed' }]
  const { value } = Holdings.parse(await rpc.call('getTokenAccountsByOwner', params, { signal }))
  return value.flatMap(({ account }) => {
    const data = new Uint8Array(Buffer.from(account.data[0], 'base64'))
    const parsed = parseTokenAccount({ owner: account.owner, data })
    return parsed === null ? [] : [{ mint: parsed.mint, amount: parsed.amount }]
  })
}

function units(raw: bigint, decimals: number): string {
  const digits = raw.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const grouped = BigInt(whole).toLocaleString('en-US')
  return fraction === '' ? grouped : `${grouped}.${fraction}`
}
