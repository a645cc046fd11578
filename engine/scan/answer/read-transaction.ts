import type { Addresses } from './addresses.ts'
import type { LamportChange, TokenBalance, TransactionFacts } from '#engine/scan/facts/facts.ts'
import { encodeKey, type JsonCursor } from './json-cursor.ts'
import {
  listInstructions,
  readInner,
  readOuter,
  type InstructionDraft,
} from './read-instructions.ts'

const K = {
  slot: encodeKey('slot'),
  blockTime: encodeKey('blockTime'),
  transactionIndex: encodeKey('transactionIndex'),
  transaction: encodeKey('transaction'),
  meta: encodeKey('meta'),
  signatures: encodeKey('signatures'),
  message: encodeKey('message'),
  header: encodeKey('header'),
  numRequiredSignatures: encodeKey('numRequiredSignatures'),
  accountKeys: encodeKey('accountKeys'),
  instructions: encodeKey('instructions'),
  pubkey: encodeKey('pubkey'),
  signer: encodeKey('signer'),
  err: encodeKey('err'),
  fee: encodeKey('fee'),
  preBalances: encodeKey('preBalances'),
  postBalances: encodeKey('postBalances'),
  preTokenBalances: encodeKey('preTokenBalances'),
  postTokenBalances: encodeKey('postTokenBalances'),
  innerInstructions: encodeKey('innerInstructions'),
  logMessages: encodeKey('logMessages'),
  loadedAddresses: encodeKey('loadedAddresses'),
  writable: encodeKey('writable'),
  readonly: encodeKey('readonly'),
  accountIndex: encodeKey('accountIndex'),
  mint: encodeKey('mint'),
  owner: encodeKey('owner'),
  programId: encodeKey('programId'),
  uiTokenAmount: encodeKey('uiTokenAmount'),
  amount: encodeKey('amount'),
  decimals: encodeKey('decimals'),
}

/** A transaction names at most 256 accounts, since instructions index them with one byte. */
const MAX_KEYS = 256

type Amount = number | bigint

type HeldBalance = {
  index: number
  mint: string
  owner: string | null
  programId: string | null
  decimals: number
  amount: Amount
}

/** The parts of one transaction while its text is read; they come in any order. */
class Draft {
  signature = ''
  slot = -1
  index: number | null = null
  timeS: number | null = null
  hasMeta = false
  isFailed = false
  fee: Amount = 0
  signatures = 0
  required = -1
  signerKeys = 0
  readonly keys: string[] = []
  writable: string[] = []
  readonly: string[] = []
  readonly pre: Amount[] = []
  readonly post: Amount[] = []
  readonly heldBefore: HeldBalance[] = []
  readonly heldAfter: HeldBalance[] = []
  readonly instructions: InstructionDraft[] = []
}

/**
 * Reads the `getTransaction` result at the cursor and leaves the cursor behind it. Returns null when the node has no
 * transaction or no record of its effects. Throws `MalformedAnswer` on anything that is not one.
 */
export function readTransaction(cursor: JsonCursor, addresses: Addresses): TransactionFacts | null {
  if (cursor.takeNull()) return null
  const draft = new Draft()
  if (!cursor.isObject()) cursor.fail('a transaction')
  if (!cursor.enterObject()) cursor.fail('a transaction')
  do {
    cursor.key()
    if (cursor.is(K.slot)) draft.slot = cursor.smallInteger()
    else if (cursor.is(K.blockTime)) draft.timeS = orNull(cursor)
    else if (cursor.is(K.transactionIndex)) draft.index = orNull(cursor)
    else if (cursor.is(K.transaction)) readMessage(cursor, draft, addresses)
    else if (cursor.is(K.meta)) readMeta(cursor, draft, addresses)
    else cursor.skip()
  } while (cursor.next())
  if (!draft.hasMeta) return null
  if (draft.slot < 0) cursor.fail('a slot')
  if (draft.signature === '') cursor.fail('a signature')
  if (draft.keys.length === 0 || draft.pre.length !== draft.post.length) {
    cursor.fail('balances of each account')
  }
  return buildFacts(cursor, draft)
}

const orNull = (cursor: JsonCursor): number | null =>
  cursor.takeNull() ? null : cursor.smallInteger()

function readMessage(cursor: JsonCursor, draft: Draft, addresses: Addresses): void {
  if (!cursor.enterObject()) return
  do {
    cursor.key()
    if (cursor.is(K.signatures)) readSignatures(cursor, draft)
    else if (!cursor.is(K.message)) cursor.skip()
    else if (cursor.enterObject()) {
      do {
        cursor.key()
        if (cursor.is(K.accountKeys)) readKeys(cursor, draft, addresses)
        else if (cursor.is(K.header)) readHeader(cursor, draft)
        else if (cursor.is(K.instructions) && !draft.isFailed)
          readOuter(cursor, draft.instructions, addresses)
        else cursor.skip()
      } while (cursor.next())
    }
  } while (cursor.next())
}

function readSignatures(cursor: JsonCursor, draft: Draft): void {
  if (!cursor.enterList()) return
  do {
    cursor.string()
    if (draft.signatures === 0) {
      draft.signature = cursor.bytes.toString('latin1', cursor.from, cursor.to)
    }
    draft.signatures++
  } while (cursor.next())
}

function readHeader(cursor: JsonCursor, draft: Draft): void {
  if (!cursor.enterObject()) return
  do {
    cursor.key()
    if (cursor.is(K.numRequiredSignatures)) draft.required = cursor.smallInteger()
    else cursor.skip()
  } while (cursor.next())
}

function readKeys(cursor: JsonCursor, draft: Draft, addresses: Addresses): void {
  if (!cursor.enterList()) return
  do {
    if (cursor.isObject()) {
      readParsedKey(cursor, draft, addresses)
      continue
    }
    cursor.string()
    draft.keys.push(addresses.at(cursor.bytes, cursor.from, cursor.to))
  } while (cursor.next())
}

function readParsedKey(cursor: JsonCursor, draft: Draft, addresses: Addresses): void {
  let address = ''
  if (!cursor.enterObject()) cursor.fail('an account key')
  do {
    cursor.key()
    if (cursor.is(K.pubkey)) {
      cursor.string()
      address = addresses.at(cursor.bytes, cursor.from, cursor.to)
    } else if (cursor.is(K.signer)) {
      if (cursor.peek() === 't'.charCodeAt(0)) draft.signerKeys++
      cursor.skip()
    } else cursor.skip()
  } while (cursor.next())
  draft.keys.push(address)
}

function readTexts(cursor: JsonCursor, addresses: Addresses): string[] {
  const found: string[] = []
  if (!cursor.enterList()) return found
  do {
    cursor.string()
    found.push(addresses.at(cursor.bytes, cursor.from, cursor.to))
  } while (cursor.next())
  return found
}

function readMeta(cursor: JsonCursor, draft: Draft, addresses: Addresses): void {
  if (cursor.takeNull()) return
  draft.hasMeta = true
  if (!cursor.enterObject()) return
  do {
    cursor.key()
    if (cursor.is(K.err)) readError(cursor, draft)
    else if (cursor.is(K.fee)) draft.fee = cursor.integer()
    else if (cursor.is(K.preBalances)) readLamports(cursor, draft.pre)
    else if (cursor.is(K.postBalances)) readLamports(cursor, draft.post)
    else if (cursor.is(K.preTokenBalances)) readHeld(cursor, draft.heldBefore, addresses)
    else if (cursor.is(K.postTokenBalances)) readHeld(cursor, draft.heldAfter, addresses)
    else if (cursor.is(K.logMessages)) cursor.skipTexts()
    else if (cursor.is(K.innerInstructions) && !draft.isFailed)
      readInner(cursor, draft.instructions, addresses)
    else if (cursor.is(K.loadedAddresses)) readLoaded(cursor, draft, addresses)
    else cursor.skip()
  } while (cursor.next())
}

function readError(cursor: JsonCursor, draft: Draft): void {
  if (cursor.takeNull()) return
  draft.isFailed = true
  cursor.skip()
}

function readLamports(cursor: JsonCursor, into: Amount[]): void {
  if (!cursor.enterList()) return
  do into.push(cursor.integer())
  while (cursor.next())
}

function readLoaded(cursor: JsonCursor, draft: Draft, addresses: Addresses): void {
  if (!cursor.enterObject()) return
  do {
    cursor.key()
    if (cursor.is(K.writable)) draft.writable = readTexts(cursor, addresses)
    else if (cursor.is(K.readonly)) draft.readonly = readTexts(cursor, addresses)
    else cursor.skip()
  } while (cursor.next())
}

function readHeld(cursor: JsonCursor, into: HeldBalance[], addresses: Addresses): void {
  if (!cursor.enterList()) return
  do {
    const held: HeldBalance = {
      index: -1,
      mint: '',
      owner: null,
      programId: null,
      decimals: -1,
      amount: -1,
    }
    if (!cursor.enterObject()) cursor.fail('a token balance')
    do {
      cursor.key()
      if (cursor.is(K.accountIndex)) held.index = cursor.smallInteger()
      else if (cursor.is(K.mint)) held.mint = addressAt(cursor, addresses) ?? ''
      else if (cursor.is(K.uiTokenAmount)) readAmount(cursor, held)
      else if (cursor.is(K.owner)) held.owner = addressAt(cursor, addresses)
      else if (cursor.is(K.programId)) held.programId = addressAt(cursor, addresses)
      else cursor.skip()
    } while (cursor.next())
    const { index, mint, decimals, amount } = held
    if (index < 0 || index >= MAX_KEYS || mint === '' || decimals < 0 || amount < 0) {
      cursor.fail('a token balance')
    }
    if (into.length === MAX_KEYS) cursor.fail('one token balance for each account')
    into.push(held)
  } while (cursor.next())
}

/** Reads an address; null for `null` and for an empty text. */
function addressAt(cursor: JsonCursor, addresses: Addresses): string | null {
  if (cursor.takeNull()) return null
  cursor.string()
  return cursor.from === cursor.to ? null : addresses.at(cursor.bytes, cursor.from, cursor.to)
}

function readAmount(cursor: JsonCursor, held: HeldBalance): void {
  if (!cursor.enterObject()) return
  do {
    cursor.key()
    if (cursor.is(K.amount)) held.amount = cursor.quotedInteger()
    else if (cursor.is(K.decimals)) held.decimals = cursor.smallInteger()
    else cursor.skip()
  } while (cursor.next())
}

function buildFacts(cursor: JsonCursor, draft: Draft): TransactionFacts {
  // `jsonParsed` lists the loaded addresses among the keys already.
  const keys =
    draft.keys.length < draft.pre.length
      ? draft.keys.concat(draft.writable, draft.readonly)
      : draft.keys
  const balances = joinBalances(draft)
  const isMoving = !draft.isFailed && balances.some(({ before, after }) => before !== after)
  return {
    signature: draft.signature,
    slot: draft.slot,
    index: draft.index,
    timeS: draft.timeS,
    isFailed: draft.isFailed,
    feeLamports: Number(draft.fee),
    signerCount: draft.required >= 0 ? draft.required : draft.signerKeys || draft.signatures,
    keys,
    lamports: listLamportChanges(draft),
    balances,
    instructions: isMoving
      ? listInstructions(cursor.bytes, draft.instructions, keys, hasOwners(balances))
      : [],
  }
}

const hasOwners = (balances: readonly TokenBalance[]): boolean =>
  balances.every(({ owner }) => owner !== null)

function listLamportChanges({ pre, post }: Draft): LamportChange[] {
  const changes: LamportChange[] = []
  for (let index = 0; index < pre.length; index++) {
    const before = pre[index] ?? 0
    const after = post[index] ?? 0
    if (before === after) continue
    const delta =
      typeof before === 'number' && typeof after === 'number'
        ? after - before
        : Number(BigInt(after) - BigInt(before))
    changes.push({ index, before: Number(before), delta })
  }
  return changes
}

function joinBalances({ heldBefore, heldAfter }: Draft): TokenBalance[] {
  const balances: TokenBalance[] = []
  const add = (held: HeldBalance, before: Amount, after: Amount): void => {
    const { index, mint, owner, programId, decimals } = held
    const from = BigInt(before)
    const to = before === after ? from : BigInt(after)
    balances.push({ index, mint, owner, programId, decimals, before: from, after: to })
  }
  const closed = [...heldBefore]
  for (const held of heldAfter) {
    const at = closed.findIndex(({ index, mint }) => index === held.index && mint === held.mint)
    const [earlier] = at < 0 ? [] : closed.splice(at, 1)
    add(held, earlier?.amount ?? 0, held.amount)
  }
  for (const held of closed) add(held, held.amount, 0)
  return balances
}
