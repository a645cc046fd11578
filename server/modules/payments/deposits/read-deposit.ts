import type { RawTransaction, TokenBalance } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import { decodeBase58 } from '#solana/base58.ts'
import {
  countLoadedKeys,
  decodeBase64Transaction,
  TransactionFormatError,
  type Message,
  type Transaction,
} from '#solana/transaction.ts'
import {
  readSolTransfer,
  readTokenTransfer,
  type TransferAccounts,
} from '#solana/transfer-instructions.ts'

/** A means of payment: SOL in lamports, or raw units of a token's mint under one token program. */
export type Asset =
  | { readonly kind: 'SOL' }
  | { readonly kind: 'TOKEN'; readonly mint: string; readonly program: string }

type Transfer = {
  /** Wallet that paid: the source account, or the owner of the source token account; absent if unknown. */
  readonly payer: string | undefined
  readonly amount: bigint
  /** Keys on the transfer beyond its own accounts, such as an order's reference. */
  readonly extraKeys: readonly string[]
}

/** Effects of one landed transaction on one receiver in one asset. Amounts in lamports or raw token units. */
export type Deposit = {
  readonly kind: 'deposit'
  readonly signature: string
  readonly slot: number
  readonly blockTimeMs: number | null
  readonly recentBlockhash: string
  readonly feePayer: string
  /** The node's error of a failed transaction, or null. */
  readonly executionError: unknown
  readonly transfers: readonly Transfer[]
  /** Sum of the transfers to the receiver. */
  readonly sent: bigint
  /** Balance of the receiver after minus before, for any reason; may be negative. */
  readonly change: bigint
  /** The change, limited to the sum of the transfers and never negative. */
  readonly received: bigint
  readonly keys: readonly string[]
}

/** `unreadable`: the response contradicts itself or the signature, so it proves nothing. */
export type DepositReading = Deposit | { readonly kind: 'unreadable'; readonly reason: string }

/** Reads raw bytes and meta balances, never parsed views: outer and inner transfers, and the actual gain. */
export function readDeposit(
  signature: string,
  transaction: RawTransaction,
  { receiver, asset }: { receiver: string; asset: Asset },
): DepositReading {
  const { meta } = transaction
  if (meta === null) return unreadable('the node does not tell what the transaction did')
  let parsed: Transaction
  try {
    parsed = decodeBase64Transaction(transaction.transaction[0])
  } catch (error) {
    if (error instanceof TransactionFormatError) return unreadable(error.message)
    throw error
  }
  if (parsed.signatures[0] !== signature) return unreadable('the node returned another transaction')

  const { message } = parsed
  const loaded = countLoadedKeys(message)
  const { writable, readonly } = meta.loadedAddresses
  if (writable.length !== loaded.writable || readonly.length !== loaded.readonly) {
    return unreadable('addresses of lookup tables are missing')
  }
  const keys = [...message.staticKeys, ...writable, ...readonly]
  if (meta.preBalances.length !== keys.length || meta.postBalances.length !== keys.length) {
    return unreadable('balances are missing')
  }
  const instructions = allInstructions(message, keys.length, meta.innerInstructions)
  if (instructions === undefined) return unreadable('inner instructions cannot be read')

  const sides =
    asset.kind === 'SOL' ? solSides(meta, keys, receiver) : tokenSides(meta, receiver, asset)
  const transfers = instructions.flatMap(({ programIdIndex, accounts, data }) => {
    const read = asset.kind === 'SOL' ? readSolTransfer : readTokenTransfer
    const found = read(keys[programIdIndex], accounts, data)
    return found !== undefined && sides.isReceiver(found.destination)
      ? [describeTransfer(found, sides.findPayer(found.source), keys)]
      : []
  })
  const sent = transfers.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    kind: 'deposit',
    signature,
    slot: transaction.slot,
    blockTimeMs: typeof transaction.blockTime === 'number' ? transaction.blockTime * 1000 : null,
    recentBlockhash: message.recentBlockhash,
    feePayer: message.staticKeys[0] ?? '',
    executionError: meta.err ?? null,
    transfers,
    sent,
    change: sides.change,
    received: clamp(sides.change, sent),
    keys,
  }
}

type Meta = NonNullable<RawTransaction['meta']>
type Sides = {
  readonly change: bigint
  isReceiver(accountIndex: number): boolean
  findPayer(accountIndex: number): string | undefined
}

function solSides(meta: Meta, keys: readonly string[], receiver: string): Sides {
  const index = keys.indexOf(receiver)
  return {
    change: (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n),
    isReceiver: (accountIndex) => keys[accountIndex] === receiver,
    findPayer: (accountIndex) => keys[accountIndex],
  }
}

function tokenSides(meta: Meta, receiver: string, asset: { mint: string; program: string }): Sides {
  const isOurs = ({ owner, mint, programId }: TokenBalance) =>
    owner === receiver && mint === asset.mint && programId === asset.program
  const after = new Map(
    meta.postTokenBalances.filter(isOurs).map((balance) => [balance.accountIndex, balance]),
  )
  const before = new Map(meta.preTokenBalances.map((balance) => [balance.accountIndex, balance]))
  let change = 0n
  for (const [index, balance] of after) change += rawAmount(balance) - rawAmount(before.get(index))
  for (const [index, balance] of before) {
    if (isOurs(balance) && !after.has(index)) change -= rawAmount(balance)
  }
  return {
    change,
    isReceiver: (accountIndex) => after.has(accountIndex),
    findPayer: (accountIndex) => before.get(accountIndex)?.owner,
  }
}

const rawAmount = (balance: TokenBalance | undefined): bigint =>
  BigInt(balance?.uiTokenAmount.amount ?? 0)

const describeTransfer = (
  { amount, extras }: TransferAccounts,
  payer: string | undefined,
  keys: readonly string[],
): Transfer => ({
  payer,
  amount,
  extraKeys: extras.map((index) => keys[index] ?? ''),
})

function allInstructions(message: Message, keyCount: number, inner: Meta['innerInstructions']) {
  const instructions = [...message.instructions]
  for (const group of inner) {
    for (const { programIdIndex, accounts, data } of group.instructions) {
      const bytes = decodeBase58(data)
      const isWithin = [programIdIndex, ...accounts].every(
        (index) => index >= 0 && index < keyCount,
      )
      if (bytes === null || !isWithin) return undefined
      instructions.push({ programIdIndex, accounts, data: bytes })
    }
  }
  return instructions
}

const clamp = (change: bigint, max: bigint): bigint =>
  change < 0n ? 0n : change > max ? max : change

const unreadable = (reason: string): DepositReading => ({ kind: 'unreadable', reason })
