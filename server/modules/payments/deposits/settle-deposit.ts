import type { Database, Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { matchByPayer, matchByReference, type DepositMatch } from './match-deposit.ts'
import {
  findOrderById,
  findOrdersByReference,
  findOrdersOfPayer,
} from '#server/modules/payments/orders/orders-repository.ts'
import {
  computeCredit,
  toTreasuryAsset,
  type PaymentOrder,
  type TreasuryAddress,
  type TreasuryAsset,
} from '#server/modules/payments/orders/payment-order.ts'
import type { Asset, Deposit } from './read-deposit.ts'
import {
  claimReceipt,
  findReceipt,
  insertUnmatched,
  isOpen,
  linkTransfer,
  payOrder,
  type Receipt,
  type ReceiptFacts,
} from './receipts-repository.ts'
import { DAY_MS } from '#server/lib/durations.ts'

export type CreditOutcome =
  | { readonly kind: 'credited'; readonly replayed: boolean }
  /** The transaction paid another order or was refunded. */
  | { readonly kind: 'signature_used' }
  | { readonly kind: 'order_paid' }
  /** The account was deleted, so the credit would be lost. */
  | { readonly kind: 'account_deleted' }

/** `dust`: small and without a receipt; the scan that passes it counts it. */
export type SettleOutcome = 'credited' | 'unmatched' | 'known' | 'nothing' | 'dust'

/** Time to match a payment without a reference to orders of its payer, as long as orders are watched. */
const MATCH_WINDOW_MS = 7 * DAY_MS

type Parts = {
  db: Database
  ledger: Pick<Ledger, 'credit'>
  network: string
  dustBelowLamports: bigint
  now: () => number
}

export type Settlement = ReturnType<typeof createSettlement>

/** Credits deposits at most once: the unique receipt and the order's status change in one transaction. */
export const createSettlement = (parts: Parts) => ({
  credit: (order: PaymentOrder, deposit: Deposit, treasury: TreasuryAsset) =>
    credit(parts, order, deposit, treasury),
  settle: (deposit: Deposit, treasury: TreasuryAddress) => settle(parts, deposit, treasury),
  storeUnreadable: (treasury: TreasuryAddress, listed: UnreadableDeposit) =>
    storeUnreadable(parts, treasury, listed),
})

type UnreadableDeposit = { signature: string; slot: number; reason: string }

/** Credits a deposit to its order, or else stores it for the operator. */
async function settle(
  parts: Parts,
  deposit: Deposit,
  treasury: TreasuryAddress,
): Promise<SettleOutcome> {
  const { db, network, dustBelowLamports, now } = parts
  if (deposit.executionError !== null || deposit.change <= 0n) return 'nothing'
  const facts = toFacts(network, deposit, treasury, deposit.change)
  const earlier = await findReceipt(db, facts)
  if (earlier !== undefined && !isOpen(earlier)) return 'known'
  const match = (await findReversed(db, earlier)) ?? (await findMatch(parts, deposit, treasury))
  let orphan: PaymentOrder | undefined
  for (const order of match.orders) {
    const outcome = await credit(parts, order, deposit, treasury)
    if (outcome.kind === 'credited') return outcome.replayed ? 'known' : 'credited'
    if (outcome.kind === 'signature_used') return 'known'
    if (outcome.kind === 'account_deleted') orphan = order
  }
  // Only the treasury's own history lists every deposit. Tokens may go to other accounts.
  const isSmall = treasury.asset.kind === 'SOL' && deposit.change < dustBelowLamports
  if (isSmall && !match.isNamed && earlier === undefined) return 'dust'
  const isNew = await insertUnmatched(db, uuidv7(), facts, {
    scannedAddress: treasury.scannedAddress,
    paymentId: orphan?.paymentId ?? match.seemsFor,
    reason: orphan === undefined ? match.reason : 'The account of its order was deleted',
    at: new Date(now()),
  })
  return isNew ? 'unmatched' : 'known'
}

async function credit(
  parts: Parts,
  order: PaymentOrder,
  deposit: Deposit,
  treasury: TreasuryAsset,
): Promise<CreditOutcome> {
  try {
    return await creditOrder(parts, order, deposit, treasury)
  } catch (error) {
    if (!(error instanceof PaymentRaced)) throw error
    return creditOrder(parts, order, deposit, treasury)
  }
}

async function creditOrder(
  { db, ledger, network, now }: Parts,
  order: PaymentOrder,
  deposit: Deposit,
  treasury: TreasuryAsset,
): Promise<CreditOutcome> {
  const facts = toFacts(network, deposit, treasury, deposit.received)
  return db.transaction(async (tx) => {
    // Locked before the order's row, in the same sequence as a deletion of the account.
    if (!(await lockAccount(tx, order.userId))) return { kind: 'account_deleted' }
    const [locked] = await tx.query<{ status: string; signature: string | null }>(
      'select status, transaction_signature as signature from payment_order where id = $1 for update',
      [order.paymentId],
    )
    if (locked?.status === 'PAID') {
      if (locked.signature === deposit.signature) return { kind: 'credited', replayed: true }
      return (await isUsed(tx, facts)) ? { kind: 'signature_used' } : { kind: 'order_paid' }
    }
    const earlier = await findReceipt(tx, facts)
    if (earlier !== undefined && !isOpen(earlier)) return { kind: 'signature_used' }
    const lamports = findEarlierCredit(earlier, order) ?? computeCredit(order, deposit.received)
    const crediting = {
      paymentId: order.paymentId,
      creditedLamports: lamports,
      at: new Date(now()),
    }
    const isLate = isLatePayment(locked?.status, order, deposit)
    const claimed = await claimReceipt(tx, uuidv7(), facts, crediting)
    const isPaid = await payOrder(tx, crediting, { signature: deposit.signature, isLate })
    if (claimed === undefined || !isPaid) throw new PaymentRaced()
    const { transferId } = await ledger.credit(tx, {
      userId: order.userId,
      kind: 'topup',
      lamports,
      idempotencyKey: claimed.creditKey,
      memo: `Order ${order.orderNumber}`,
    })
    await linkTransfer(tx, claimed.id, transferId)
    return { kind: 'credited', replayed: false }
  })
}

async function findMatch(
  { db, network, now }: Parts,
  deposit: Deposit,
  { receiver, asset }: TreasuryAsset,
): Promise<DepositMatch & { isNamed: boolean }> {
  const tokenMint = getMint(asset)
  // Raw amounts of another token mean nothing: the product's token may have changed since the order.
  const isSameTreasury = (order: PaymentOrder) =>
    order.network === network &&
    order.receiver === receiver &&
    order.currency === asset.kind &&
    getMint(toTreasuryAsset(order).asset) === tokenMint
  const named = (await findOrdersByReference(db, deposit.keys)).filter(isSameTreasury)
  const isNamed = named.some(({ status }) => status !== 'PAID')
  if (named.length > 0) return { ...matchByReference(deposit, named), isNamed }
  const payer = deposit.transfers[0]?.payer
  if (payer === undefined) {
    return { orders: [], reason: 'It did not come by a transfer', seemsFor: null, isNamed }
  }
  const orders = await findOrdersOfPayer(db, {
    payer,
    blockhash: deposit.recentBlockhash,
    network,
    receiver,
    currency: asset.kind,
    tokenMint,
    createdAfter: new Date(now() - MATCH_WINDOW_MS),
  })
  return { ...matchByPayer(deposit, orders), isNamed }
}

/** Returns the order that a reversed payment had paid, which it pays again when it lands later. */
async function findReversed(
  db: Database,
  receipt: Receipt | undefined,
): Promise<(DepositMatch & { isNamed: boolean }) | undefined> {
  if (receipt?.state !== 'REVERSED' || receipt.paymentId === null) return undefined
  const order = await findOrderById(db, receipt.paymentId)
  if (order === undefined) return undefined
  const reason = 'It had vanished, and its order has been paid by another transaction since'
  return { orders: [order], reason, seemsFor: order.paymentId, isNamed: true }
}

async function storeUnreadable(
  { db, network, now }: Parts,
  treasury: TreasuryAddress,
  { signature, slot, reason }: UnreadableDeposit,
): Promise<void> {
  const facts: ReceiptFacts = {
    network,
    signature,
    currency: treasury.asset.kind,
    receiver: treasury.receiver,
    tokenMint: getMint(treasury.asset),
    payer: null,
    received: 0n,
    slot,
    blockTime: null,
  }
  await insertUnmatched(db, uuidv7(), facts, {
    scannedAddress: treasury.scannedAddress,
    paymentId: null,
    reason: `It cannot be read: ${reason}`,
    at: new Date(now()),
  })
}

function toFacts(
  network: string,
  deposit: Deposit,
  { receiver, asset }: TreasuryAsset,
  received: bigint,
): ReceiptFacts {
  return {
    network,
    signature: deposit.signature,
    currency: asset.kind,
    receiver,
    tokenMint: getMint(asset),
    payer: deposit.transfers[0]?.payer ?? deposit.feePayer,
    received,
    slot: deposit.slot,
    blockTime: deposit.blockTimeMs === null ? null : new Date(deposit.blockTimeMs),
  }
}

/** Another process changed the order or the receipt between read and write; rolls back everything here. */
class PaymentRaced extends Error {}

/** Prevents the deletion of the account until the transaction ends. Returns false if it is deleted already. */
async function lockAccount(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from app_user where id = $1 for share', [userId])
  return rows.length > 0
}

const getMint = (asset: Asset): string | null => (asset.kind === 'TOKEN' ? asset.mint : null)

async function isUsed(q: Queryable, facts: ReceiptFacts): Promise<boolean> {
  const receipt = await findReceipt(q, facts)
  return receipt !== undefined && !isOpen(receipt)
}

const findEarlierCredit = (receipt: Receipt | undefined, order: PaymentOrder): bigint | null =>
  receipt?.state === 'REVERSED' && receipt.paymentId === order.paymentId
    ? receipt.creditedLamports
    : null

const isLatePayment = (
  status: string | undefined,
  order: PaymentOrder,
  { blockTimeMs }: Deposit,
): boolean =>
  status !== 'PENDING' || (blockTimeMs !== null && blockTimeMs > order.expiresAt.getTime())
