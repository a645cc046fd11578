import { formatLamports, formatTokenAmount } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { MEMO_PROGRAMS, SYSTEM_PROGRAM } from '#solana/programs.ts'
import { parseMint, parseTokenAccount } from '#solana/token-state.ts'
import {
  formatCode,
  formatFacts,
  formatTime,
  NotFound,
  formatPercent,
  computeShare,
  formatSignedSol,
  formatTable,
  type Finding,
  type Row,
} from './tool-result.ts'
import { listSolChanges } from './transaction-words.ts'

export type ExplorerRpc = Pick<
  SolanaRpc,
  | 'getAccountInfo'
  | 'getBalance'
  | 'getBlockHeight'
  | 'getBlockTime'
  | 'getLatestBlockhash'
  | 'getSignaturesForAddress'
  | 'getSlot'
  | 'getTokenLargestAccounts'
  | 'getTokenSupply'
  | 'getTransaction'
>

export const readNetworkStatus = async (rpc: ExplorerRpc, network: string): Promise<Finding> => {
  const [slot, blockHeight, { lastValidBlockHeight, blockhash }] = await Promise.all([
    rpc.getSlot(),
    rpc.getBlockHeight(),
    rpc.getLatestBlockhash(),
  ])
  const blockTime = await rpc.getBlockTime(slot).catch(unlessUnavailable)
  return {
    text: formatFacts([
      ['Network', network],
      ['Slot', formatNumber(slot)],
      ['Block height', formatNumber(blockHeight)],
      ['Block time', formatTime(blockTime)],
      ['Latest blockhash', formatCode(blockhash)],
      ['Valid to block height', formatNumber(lastValidBlockHeight)],
    ]),
    data: { network, slot, block_height: blockHeight, block_time: blockTime, blockhash },
  }
}

export const readBalance = async (rpc: ExplorerRpc, address: string): Promise<Finding> => {
  const lamports = await rpc.getBalance(address)
  return {
    text: `${formatCode(address)} holds **${formatLamports(lamports)} SOL** (${formatNumber(lamports)} lamports).`,
    data: { address, lamports: String(lamports), sol: formatLamports(lamports) },
  }
}

/** Throws `NotFound` for an address without an account. */
export const describeAccount = async (rpc: ExplorerRpc, address: string): Promise<Finding> => {
  const account = await rpc.getAccountInfo(address)
  if (account === null) throw new NotFound('The chain knows no account at this address.')
  const mint = parseMint(account)
  const holding = parseTokenAccount(account)
  const kind = account.executable
    ? 'program'
    : mint !== null
      ? 'token mint'
      : holding !== null
        ? 'token account'
        : account.owner === SYSTEM_PROGRAM
          ? 'wallet'
          : 'data account'
  const rows: Row[] = [
    ['Address', formatCode(address)],
    ['Kind', kind],
    ['Balance', `${formatLamports(account.lamports)} SOL`],
    ['Owner program', formatCode(account.owner)],
    ['Data', `${formatNumber(account.data.length)} bytes`],
  ]
  if (mint !== null) {
    rows.push(
      ['Supply', formatTokenAmount(mint.supply, mint.decimals)],
      ['Decimals', String(mint.decimals)],
      ['Mint authority', mint.mintAuthority === null ? 'none' : formatCode(mint.mintAuthority)],
      [
        'Freeze authority',
        mint.freezeAuthority === null ? 'none' : formatCode(mint.freezeAuthority),
      ],
    )
  }
  if (holding !== null) {
    rows.push(
      ['Token', formatCode(holding.mint)],
      ['Held by', formatCode(holding.owner)],
      ['Raw amount', formatNumber(holding.amount)],
      ['State', holding.state],
    )
  }
  return {
    text: formatFacts(rows),
    data: {
      address,
      kind,
      lamports: String(account.lamports),
      owner: account.owner,
      executable: account.executable,
      data_bytes: account.data.length,
      mint: plain(mint),
      token_account: plain(holding),
    },
  }
}

const HOLDERS = 20

/** Throws `NotFound` for an address that is not a mint. */
export const listHolders = async (rpc: ExplorerRpc, mint: string): Promise<Finding> => {
  const account = await rpc.getAccountInfo(mint)
  if (account === null) throw new NotFound('The chain knows no account at this address.')
  if (parseMint(account) === null) throw new NotFound('This address is not a token mint.')
  const [supply, largest] = await Promise.all([
    rpc.getTokenSupply(mint),
    rpc.getTokenLargestAccounts(mint),
  ])
  const total = BigInt(supply.amount)
  const holders = largest.slice(0, HOLDERS).map(({ address, amount }) => ({
    address,
    amount,
    share: computeShare(BigInt(amount), total),
  }))
  const held = holders.reduce((sum, { share }) => sum + share, 0)
  return {
    text: [
      `Supply **${formatTokenAmount(total, supply.decimals)}** (${supply.decimals} decimals). The ${holders.length} largest accounts hold ${formatPercent(held)}.`,
      formatTable(
        ['#', 'Token account', 'Amount', 'Share'],
        holders.map(({ address, amount, share }, index) => [
          String(index + 1),
          formatCode(address),
          formatTokenAmount(BigInt(amount), supply.decimals),
          formatPercent(share),
        ]),
      ),
    ].join('\n\n'),
    data: { mint, supply: supply.amount, decimals: supply.decimals, holders },
  }
}

export const listActivity = async (
  rpc: ExplorerRpc,
  { address, limit }: { address: string; limit: number },
): Promise<Finding> => {
  const found = await rpc.getSignaturesForAddress(address, { limit })
  if (found.length === 0) {
    return {
      text: `No transactions of ${formatCode(address)} are known.`,
      data: { address, transactions: [] },
    }
  }
  const transactions = found.map(({ signature, slot, err, blockTime }) => ({
    signature,
    slot,
    time: blockTime ?? null,
    succeeded: err === null,
  }))
  return {
    text: formatTable(
      ['Time', 'Result', 'Signature'],
      transactions.map(({ signature, time: at, succeeded }) => [
        formatTime(at),
        succeeded ? 'ok' : 'failed',
        formatCode(signature),
      ]),
    ),
    data: { address, transactions },
  }
}

/** Throws `NotFound` for a transaction that the node does not know. */
export const readTransaction = async (rpc: ExplorerRpc, signature: string): Promise<Finding> => {
  const transaction = await rpc.getTransaction(signature, { encoding: 'json' })
  if (transaction === null) throw new NotFound('The node does not know this transaction.')
  const { slot, blockTime, meta } = transaction
  const all = listSolChanges(transaction)
  const changes = all.filter(({ lamports }) => lamports !== 0n)
  const rows: Row[] = [
    ['Result', meta === null ? 'unknown' : meta.err === null ? 'ok' : 'failed'],
    ['Time', formatTime(blockTime ?? null)],
    ['Slot', formatNumber(slot)],
    ['Fee', meta === null ? 'unknown' : `${formatLamports(meta.fee)} SOL`],
    ['Paid by', formatCode(all[0]?.address ?? '')],
    ['Memo', all.some(({ address }) => MEMO_PROGRAMS.includes(address)) ? 'yes' : 'no'],
  ]
  return {
    text: [
      formatFacts(rows),
      formatTable(
        ['Account', 'SOL change'],
        changes.map(({ address, lamports }) => [formatCode(address), formatSignedSol(lamports)]),
      ),
    ].join('\n\n'),
    data: {
      signature,
      slot,
      block_time: blockTime ?? null,
      succeeded: meta === null ? null : meta.err === null,
      fee_lamports: meta === null ? null : String(meta.fee),
      changes: changes.map(({ address, lamports }) => ({ address, lamports: String(lamports) })),
    },
  }
}

const unlessUnavailable = (error: unknown): null => {
  if (error instanceof RpcUnavailable) return null
  throw error
}

const plain = (value: object | null): unknown =>
  value === null
    ? null
    : Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          key,
          typeof each === 'bigint' ? String(each) : (each as unknown),
        ]),
      )
