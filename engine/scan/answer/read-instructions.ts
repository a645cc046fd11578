import type { Addresses } from './addresses.ts'
import { decodeBase58At } from './base58-data.ts'
import type { Act, Instruction } from '#engine/scan/facts/facts.ts'
import { readAct, isReadProgram, readParsedAct, type ParsedFields } from './instruction-data.ts'
import { encodeKey, MalformedAnswer, type JsonCursor } from './json-cursor.ts'

const K = {
  index: encodeKey('index'),
  instructions: encodeKey('instructions'),
  accounts: encodeKey('accounts'),
  data: encodeKey('data'),
  programIdIndex: encodeKey('programIdIndex'),
  programId: encodeKey('programId'),
  parsed: encodeKey('parsed'),
  info: encodeKey('info'),
  type: encodeKey('type'),
  source: encodeKey('source'),
  destination: encodeKey('destination'),
  account: encodeKey('account'),
  mint: encodeKey('mint'),
  owner: encodeKey('owner'),
  multisigOwner: encodeKey('multisigOwner'),
  newAccount: encodeKey('newAccount'),
  lamports: encodeKey('lamports'),
  amount: encodeKey('amount'),
  tokenAmount: encodeKey('tokenAmount'),
}

/** An instruction as it is in the text; decoded only when the transaction moved tokens. */
export type InstructionDraft = {
  isInner: boolean
  outer: number
  /** Index into the keys, or -1 with `programId`. */
  program: number
  programId: string
  /** Indexes into the keys, or addresses. */
  accounts: (number | string)[] | null
  dataFrom: number
  dataTo: number
  parsed: ParsedFields | null
}

/** Reads the list of outer instructions at the cursor. */
export function readOuter(
  cursor: JsonCursor,
  into: InstructionDraft[],
  addresses: Addresses,
): void {
  if (!cursor.enterList()) return
  let outer = 0
  do into.push(readInstruction(cursor, outer++, false, addresses))
  while (cursor.next())
}

/** Reads the list of inner instructions at the cursor, one group per outer instruction. */
export function readInner(
  cursor: JsonCursor,
  into: InstructionDraft[],
  addresses: Addresses,
): void {
  if (!cursor.enterList()) return
  do {
    const first = into.length
    let outer = 0
    if (!cursor.enterObject()) cursor.fail('inner instructions')
    do {
      cursor.key()
      if (cursor.is(K.index)) outer = cursor.smallInteger()
      else if (!cursor.is(K.instructions)) cursor.skip()
      else if (cursor.enterList()) {
        do into.push(readInstruction(cursor, outer, true, addresses))
        while (cursor.next())
      }
    } while (cursor.next())
    // The index may come after the instructions.
    for (let nth = first; nth < into.length; nth++) {
      const draft = into[nth]
      if (draft) draft.outer = outer
    }
  } while (cursor.next())
}

function readInstruction(
  cursor: JsonCursor,
  outer: number,
  isInner: boolean,
  addresses: Addresses,
): InstructionDraft {
  const draft: InstructionDraft = {
    isInner,
    outer,
    program: -1,
    programId: '',
    accounts: null,
    dataFrom: 0,
    dataTo: 0,
    parsed: null,
  }
  if (!cursor.enterObject()) cursor.fail('an instruction')
  do {
    cursor.key()
    if (cursor.is(K.programIdIndex)) draft.program = cursor.smallInteger()
    else if (cursor.is(K.data)) {
      cursor.string()
      draft.dataFrom = cursor.from
      draft.dataTo = cursor.to
    } else if (cursor.is(K.accounts)) draft.accounts = readAccounts(cursor, addresses)
    else if (cursor.is(K.programId)) draft.programId = readText(cursor, addresses)
    else if (cursor.is(K.parsed) && cursor.isObject()) draft.parsed = readParsed(cursor, addresses)
    else cursor.skip()
  } while (cursor.next())
  return draft
}

function readAccounts(cursor: JsonCursor, addresses: Addresses): (number | string)[] {
  const found: (number | string)[] = []
  if (!cursor.enterList()) return found
  do found.push(cursor.isText() ? readText(cursor, addresses) : cursor.smallInteger())
  while (cursor.next())
  return found
}

function readText(cursor: JsonCursor, addresses: Addresses): string {
  cursor.string()
  return addresses.at(cursor.bytes, cursor.from, cursor.to)
}

function readParsed(cursor: JsonCursor, addresses: Addresses): ParsedFields {
  const fields: ParsedFields = {
    type: '',
    source: '',
    destination: '',
    account: '',
    mint: '',
    owner: '',
    newAccount: '',
    lamports: 0,
    amount: 0n,
  }
  if (!cursor.enterObject()) return fields
  do {
    cursor.key()
    if (cursor.is(K.type) && cursor.isText()) fields.type = readText(cursor, addresses)
    else if (cursor.is(K.info) && cursor.isObject()) readInfo(cursor, fields, addresses)
    else cursor.skip()
  } while (cursor.next())
  return fields
}

function readInfo(cursor: JsonCursor, fields: ParsedFields, addresses: Addresses): void {
  if (!cursor.enterObject()) return
  do {
    cursor.key()
    const name = readField(cursor)
    if (name !== null && cursor.isText()) fields[name] = readText(cursor, addresses)
    else if (cursor.is(K.lamports) && !cursor.isText()) fields.lamports = Number(cursor.integer())
    else if (cursor.is(K.amount)) fields.amount = readAmount(cursor)
    else if (cursor.is(K.tokenAmount) && cursor.isObject()) {
      if (!cursor.enterObject()) continue
      do {
        cursor.key()
        if (cursor.is(K.amount)) fields.amount = readAmount(cursor)
        else cursor.skip()
      } while (cursor.next())
    } else cursor.skip()
  } while (cursor.next())
}

type TextField = Exclude<keyof ParsedFields, 'type' | 'lamports' | 'amount'>

function readField(cursor: JsonCursor): TextField | null {
  if (cursor.is(K.source)) return 'source'
  if (cursor.is(K.destination)) return 'destination'
  if (cursor.is(K.account)) return 'account'
  if (cursor.is(K.mint)) return 'mint'
  if (cursor.is(K.owner) || cursor.is(K.multisigOwner)) return 'owner'
  return cursor.is(K.newAccount) ? 'newAccount' : null
}

/** Other programs may call something else an amount, which does not matter here. */
function readAmount(cursor: JsonCursor): bigint {
  if (!cursor.isText()) {
    cursor.skip()
    return 0n
  }
  cursor.string()
  const digits = cursor.text.slice(cursor.from, cursor.to)
  return /^\d+$/.test(digits) ? BigInt(digits) : 0n
}

/**
 * Returns the instructions that the analysis reads, outer ones first. Throws on data that is not base58: skipping it
 * would lose money that moved.
 *
 * @param hasOwners true when every balance names its owner, so that openings of accounts add nothing
 */
export function listInstructions(
  bytes: Buffer,
  drafts: readonly InstructionDraft[],
  keys: readonly string[],
  hasOwners: boolean,
): Instruction[] {
  const outer: Instruction[] = []
  const inner: Instruction[] = []
  for (const draft of drafts) {
    const program = draft.programId || (keys[draft.program] ?? '')
    const accounts = toIndexes(draft.accounts, keys)
    let act = isReadProgram(program) ? findAct(bytes, draft, program, accounts, keys) : null
    if (hasOwners && act?.kind === 'open') act = null
    // An instruction without accounts, such as a compute limit, moves nothing.
    if (act === null && !accounts?.length) continue
    const into = draft.isInner ? inner : outer
    into.push({ program, outer: draft.outer, accounts, act })
  }
  return inner.length === 0 ? outer : outer.concat(inner)
}

function toIndexes(
  accounts: readonly (number | string)[] | null,
  keys: readonly string[],
): readonly number[] | null {
  if (accounts === null) return null
  if (accounts.every((each) => typeof each === 'number')) return accounts
  return accounts.map((each) => (typeof each === 'number' ? each : keys.indexOf(each)))
}

function findAct(
  bytes: Buffer,
  { parsed, dataFrom, dataTo }: InstructionDraft,
  program: string,
  accounts: readonly number[] | null,
  keys: readonly string[],
): Act | null {
  if (parsed) return readParsedAct(program, parsed)
  const data = decodeBase58At(bytes, dataFrom, dataTo)
  if (data === null) throw new MalformedAnswer('the data of an instruction is not base58')
  return readAct(program, data, (place) => keys[accounts?.[place] ?? -1] ?? '')
}
