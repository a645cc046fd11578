import * as z from 'zod/mini'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { SignatureInfo } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { Violation } from '#server/modules/ledger/ledger-check.ts'
import { parseTokenAccount } from '#solana/token-state.ts'
import {
  findBooked,
  listCredited,
  listReadSpans,
  listTreasuryOrders,
  type BookedPayment,
  type ReadSpan,
} from './chain-check-repository.ts'
import { createDustCheck } from './dust-check.ts'
import {
  fetchTransactions,
  hasSucceeded,
} from '#server/modules/payments/deposits/fetch-transaction.ts'
import {
  toTreasuryAddress,
  type TreasuryAddress,
  type TreasuryAsset,
} from '#server/modules/payments/orders/payment-order.ts'
import {
  readDeposit,
  type Asset,
  type Deposit,
} from '#server/modules/payments/deposits/read-deposit.ts'

const PAGE = 1_000

const ON_CHAIN = 'a credited payment is on the chain'
const AS_RECEIVED = 'a payment is booked with what it brought on the chain'
const AS_CREDITED = 'a payment was credited by what it brought on the chain'
const ALL_BOOKED = 'what reached the treasury is booked'

/** `payments`, `lamports`: credited payments that the chain confirms, and their total. */
export type ChainComparison = {
  violations: Violation[]
  payments: number
  lamports: bigint
  /** Deposits that are booked only as sums, and their total. */
  dust: { deposits: number; lamports: bigint }
  /** Deposits on the chain that the next round will process, for example after a time without a server. */
  waiting: number
  /** Signatures that the node doesn't know; while there are any, the comparison is incomplete. */
  unknown: Set<string>
}

type DustInspection = ReturnType<typeof createDustCheck>

type Dependencies = {
  db: Database
  rpc: Pick<SolanaRpc, 'batch' | 'call' | 'getAccountInfo' | 'getSignaturesForAddress'>
  network: string
}

/**
 * Compares the on-chain history of every treasury address with the books: each credited payment is on-chain with its
 * amount, and everything that reached the treasury is booked. Works while servers run. Throws `RpcUnavailable` or
 * `RpcError` if the node can't answer.
 */
export async function compareWithChain({
  db,
  rpc,
  network,
}: Dependencies): Promise<ChainComparison> {
  const found: ChainComparison = {
    violations: [],
    payments: 0,
    lamports: 0n,
    dust: { deposits: 0, lamports: 0n },
    waiting: 0,
    unknown: new Set(),
  }
  const unseen = new Map((await listCredited(db, network)).map((paid) => [toKey(paid), paid]))
  const comparison: Comparison = { db, rpc, network, found, unseen }
  const spans = await listReadSpans(db, network)
  const treasuries = await listTreasuries({ db, rpc, network }, spans)

  let knownFirstSlot: Promise<number> | undefined
  const firstSlot = () => (knownFirstSlot ??= fetchFirstSlot(rpc))

  for (const treasury of treasuries) {
    const span = spans.find(({ address }) => address === treasury.scannedAddress)
    const dust = createDustCheck(treasury.scannedAddress, span?.dust ?? [])
    for await (const page of readHistory(rpc, treasury.scannedAddress)) {
      await comparePage(comparison, treasury, span, dust, page)
    }
    if (span === undefined || span.dust.length === 0) continue
    const { deposits, lamports, ...check } = dust.finish(await firstSlot())
    found.dust.deposits += deposits
    found.dust.lamports += lamports
    found.violations.push(...check.violations)
    for (const each of check.unknown) found.unknown.add(each)
  }
  await compareUnseen(comparison, treasuries, firstSlot)
  return found
}

type Comparison = Dependencies & {
  found: ChainComparison
  /** Credited payments that no history has listed yet, by key. */
  unseen: Map<string, BookedPayment>
}

/** Returns the deposits by signature. Leaves out those that the chain does not know or that cannot be read. */
async function readDeposits(
  { rpc, found }: Comparison,
  signatures: readonly string[],
  treasury: TreasuryAsset,
): Promise<Map<string, Deposit>> {
  const deposits = new Map<string, Deposit>()
  for await (const [signature, fetched] of fetchTransactions(rpc, signatures)) {
    if (fetched.kind === 'pending' && fetched.reason === 'not_found') continue
    const reading =
      fetched.kind === 'found' ? readDeposit(signature, fetched.transaction, treasury) : undefined
    if (reading?.kind === 'deposit') deposits.set(signature, reading)
    else found.unknown.add(signature)
  }
  return deposits
}

function compareDeposit(
  { found, unseen }: Comparison,
  booked: BookedPayment,
  deposit: Deposit,
): void {
  const drift = findDrift(booked, deposit)
  const isFirst = unseen.delete(toKey(booked))
  if (drift !== undefined) {
    found.violations.push({ ...drift, subject: booked.signature })
  } else if (isFirst) {
    found.payments += 1
    found.lamports += booked.creditedLamports ?? 0n
  }
}

async function comparePage(
  comparison: Comparison,
  treasury: TreasuryAddress,
  span: ReadSpan | undefined,
  dust: DustInspection,
  page: readonly SignatureInfo[],
): Promise<void> {
  const { db, network, found } = comparison
  const signatures = page.filter(hasSucceeded).map(({ signature }) => signature)
  const deposits = await readDeposits(comparison, signatures, treasury)
  const bookedBySignature = await findBooked(db, network, treasury.asset.kind, signatures)
  for (const signature of signatures) {
    const deposit = deposits.get(signature)
    if (deposit === undefined) {
      found.unknown.add(signature)
      continue
    }
    if (deposit.executionError !== null || deposit.change <= 0n) continue
    const booked = bookedBySignature.get(signature)
    const isHere = booked !== undefined && isAt(treasury, booked)
    const isSummed =
      !isHere &&
      isCountable(deposit, treasury, span) &&
      dust.see({
        slot: deposit.slot,
        lamports: deposit.change,
        isOptional: booked !== undefined,
      })
    if (isSummed) continue
    if (booked === undefined) {
      if (isDealtWith(deposit, span)) {
        const detail = `${amountText(deposit.change, treasury.asset)} of slot ${deposit.slot} are nowhere in the books`
        found.violations.push({ invariant: ALL_BOOKED, subject: signature, detail })
      } else if (deposit.slot >= (span?.startSlot ?? 0)) found.waiting += 1
    } else if (isHere) {
      if (booked.state === 'REVERSED' || isUnread(booked)) found.waiting += 1
      else compareDeposit(comparison, booked, deposit)
    }
  }
}

/** Checks what no history lists: payments to another token account, and missing ones. */
async function compareUnseen(
  comparison: Comparison,
  treasuries: readonly TreasuryAddress[],
  firstSlot: () => Promise<number>,
): Promise<void> {
  const { db, network, found, unseen } = comparison
  for (const listed of unseen.values()) {
    const { signature, currency } = listed
    // It may have been reversed meanwhile.
    const booked = (await findBooked(db, network, currency, [signature])).get(signature)
    if (booked?.state !== 'CREDITED') continue
    const asset = findAsset(booked, treasuries)
    if (asset === undefined) {
      found.unknown.add(signature)
      continue
    }
    const treasury = { receiver: booked.receiver, asset }
    const deposit = (await readDeposits(comparison, [signature], treasury)).get(signature)
    if (deposit !== undefined) compareDeposit(comparison, booked, deposit)
    else if (booked.slot < (await firstSlot())) found.unknown.add(signature)
    // The operator kept it because another node knows it.
    else if (!found.unknown.has(signature) && !booked.isByHand) {
      const detail = `credited ${booked.creditedLamports} lamports; the chain does not know it`
      found.violations.push({ invariant: ON_CHAIN, subject: signature, detail })
    }
  }
}

async function* readHistory(
  rpc: Pick<SolanaRpc, 'getSignaturesForAddress'>,
  address: string,
): AsyncGenerator<SignatureInfo[]> {
  let before: string | undefined
  for (;;) {
    const page = await rpc.getSignaturesForAddress(address, { limit: PAGE, before })
    yield page
    before = page.at(-1)?.signature
    if (before === undefined || page.length < PAGE) return
  }
}

/** Returns all addresses that payers got or that were scanned. For a scanned one, the chain says which asset it receives. */
async function listTreasuries(
  { db, rpc, network }: Dependencies,
  spans: readonly ReadSpan[],
): Promise<TreasuryAddress[]> {
  const treasuries = (await listTreasuryOrders(db, network)).map(toTreasuryAddress)
  for (const { address } of spans) {
    if (treasuries.some(({ scannedAddress }) => scannedAddress === address)) continue
    const account = await rpc.getAccountInfo(address)
    const holding = account === null ? null : parseTokenAccount(account)
    treasuries.push(
      account === null || holding === null
        ? { receiver: address, asset: { kind: 'SOL' }, scannedAddress: address }
        : {
            receiver: holding.owner,
            asset: { kind: 'TOKEN', mint: holding.mint, program: account.owner },
            scannedAddress: address,
          },
    )
  }
  return treasuries
}

const fetchFirstSlot = async (rpc: Pick<SolanaRpc, 'call'>): Promise<number> =>
  z.int().parse(await rpc.call('getFirstAvailableBlock', []))

const toKey = ({ currency, signature }: BookedPayment): string => `${currency}:${signature}`

const findAsset = (
  { currency, tokenMint }: BookedPayment,
  treasuries: readonly TreasuryAddress[],
): Asset | undefined =>
  currency === 'SOL'
    ? { kind: 'SOL' }
    : treasuries.find(({ asset }) => asset.kind === 'TOKEN' && asset.mint === tokenMint)?.asset

/** Returns true if the payment is booked at this address. One to two of our addresses is booked at one of them. */
const isAt = ({ receiver, asset }: TreasuryAsset, booked: BookedPayment): boolean =>
  booked.receiver === receiver && booked.tokenMint === (asset.kind === 'TOKEN' ? asset.mint : null)

const isUnread = ({ state, received }: BookedPayment): boolean =>
  state === 'UNMATCHED' && received === 0n

/** Returns true if the scan has passed it. Transactions in the cursor's slot may still come after it. */
const isDealtWith = ({ signature, slot }: Deposit, span: ReadSpan | undefined): boolean =>
  span !== undefined &&
  slot >= span.startSlot &&
  (slot < span.cursorSlot || signature === span.cursorSignature)

/** Returns true if the scan may have counted it as dust. Dust is smaller than any order. */
const isCountable = (
  { signature, slot, change }: Deposit,
  { asset }: TreasuryAsset,
  span: ReadSpan | undefined,
): boolean =>
  span !== undefined &&
  asset.kind === 'SOL' &&
  change < LAMPORTS_PER_POINT &&
  slot >= span.startSlot &&
  (slot < span.cursorSlot || span.dustAtCursor.includes(signature))

/**
 * Compares a booked payment with the chain: verification books the transfers and credits them at the order's
 * terms, a deposit is booked with the treasury's whole gain, and an operator's credit is taken as is.
 */
function findDrift(
  booked: BookedPayment,
  { received, change }: Deposit,
): Pick<Violation, 'invariant' | 'detail'> | undefined {
  const isVerified = booked.state === 'CREDITED' && !booked.isByHand
  const amounts = isVerified ? [received] : [received, change]
  if (!amounts.includes(booked.received)) {
    const detail = `booked ${booked.received}, on the chain ${isVerified ? received : change}`
    return { invariant: AS_RECEIVED, detail }
  }
  const { orderLamports, orderRawAmount, creditedLamports } = booked
  if (!isVerified || orderLamports === null) return undefined
  const due = orderRawAmount === null ? received : (received * orderLamports) / orderRawAmount
  if (creditedLamports === due) return undefined
  return {
    invariant: AS_CREDITED,
    detail: `credited ${creditedLamports} lamports, due ${due} for what is on the chain`,
  }
}

const amountText = (amount: bigint, asset: Asset): string =>
  asset.kind === 'SOL' ? `${amount} lamports` : `${amount} raw units of ${asset.mint}`
