import { Addresses } from './addresses.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { JsonCursor, encodeKey, MalformedAnswer } from './json-cursor.ts'
import { readTransaction } from './read-transaction.ts'

/** Answer of a node for one signature. */
export type Scanned =
  | { kind: 'read'; facts: TransactionFacts }
  /** The node has no such transaction, or no record of its effects, or did not answer this call. */
  | { kind: 'missing' }
  | { kind: 'refused'; code: number; message: string }
  /** The node returned a different transaction. */
  | { kind: 'foreign'; signature: string }
  | { kind: 'malformed'; reason: string }

const ID = encodeKey('id')
const RESULT = encodeKey('result')
const ERROR = encodeKey('error')
const CODE = encodeKey('code')
const MESSAGE = encodeKey('message')

type Entry = { id: string | null; scanned: Scanned }

/**
 * Reads the bytes of a JSON-RPC answer to a batch, or to a single call, of `getTransaction`. Returns one outcome per
 * call, in the order of `asked`. Never throws on a bad answer.
 *
 * @param asked the id of each call and the signature that it asked for
 * @param addresses shares equal addresses between answers
 */
export function scanAnswer(
  bytes: Uint8Array,
  asked: readonly { id: number | string; signature: string }[],
  addresses: Addresses = new Addresses(),
): Scanned[] {
  const byId = new Map<string, Scanned>()
  let forAll: Scanned = { kind: 'missing' }
  try {
    const cursor = new JsonCursor(bytes)
    const keep = ({ id, scanned }: Entry): void => {
      if (id === null) forAll = scanned
      else if (!byId.has(id)) byId.set(id, scanned)
    }
    if (cursor.isObject()) keep(readEntry(cursor, addresses))
    else if (cursor.enterList()) {
      do keep(readEntry(cursor, addresses))
      while (cursor.next())
    }
  } catch (error) {
    forAll = malformed(error)
  }
  return asked.map(({ id, signature }) => {
    const scanned = byId.get(String(id)) ?? forAll
    if (scanned.kind !== 'read') return scanned
    const { facts } = scanned
    if (facts.signature !== signature) return { kind: 'foreign', signature: facts.signature }
    // The caller keeps its own copy of the text, so a second one would only take memory.
    facts.signature = signature
    return scanned
  })
}

type ScannedResult = Exclude<Scanned, { kind: 'foreign' | 'refused' }>

/** Reads the bytes of one `getTransaction` result, as in a recording. Never throws on bad bytes. */
export function scanTransaction(
  bytes: Uint8Array,
  addresses: Addresses = new Addresses(),
): ScannedResult {
  try {
    const cursor = new JsonCursor(bytes)
    const facts = readTransaction(cursor, addresses)
    if (!cursor.isEnd()) cursor.fail('the end of the answer')
    return facts === null ? { kind: 'missing' } : { kind: 'read', facts }
  } catch (error) {
    return malformed(error)
  }
}

function malformed(error: unknown): { kind: 'malformed'; reason: string } {
  if (!(error instanceof MalformedAnswer)) throw error
  return { kind: 'malformed', reason: error.message }
}

/** Reads one response. A result that cannot be read spoils only this response, if its end can be found. */
function readEntry(cursor: JsonCursor, addresses: Addresses): Entry {
  let id: string | null = null
  let scanned: Scanned = { kind: 'missing' }
  if (!cursor.isObject()) cursor.fail('a response')
  if (!cursor.enterObject()) return { id, scanned }
  do {
    cursor.key()
    if (cursor.is(ID)) id = readId(cursor)
    else if (cursor.is(RESULT)) scanned = readResult(cursor, addresses) ?? scanned
    else if (cursor.is(ERROR)) scanned = readRefusal(cursor) ?? scanned
    else cursor.skip()
  } while (cursor.next())
  return { id, scanned }
}

function readId(cursor: JsonCursor): string | null {
  if (cursor.takeNull()) return null
  if (!cursor.isText()) return String(cursor.integer())
  cursor.string()
  return cursor.text.slice(cursor.from, cursor.to)
}

function readResult(cursor: JsonCursor, addresses: Addresses): Scanned | null {
  cursor.peek()
  const start = cursor.at
  try {
    const facts = readTransaction(cursor, addresses)
    return facts === null ? null : { kind: 'read', facts }
  } catch (error) {
    const scanned = malformed(error)
    cursor.at = start
    cursor.skip()
    return scanned
  }
}

function readRefusal(cursor: JsonCursor): Scanned | null {
  if (cursor.takeNull()) return null
  let code = 0
  let message = ''
  if (cursor.enterObject()) {
    do {
      cursor.key()
      if (cursor.is(CODE)) code = Number(cursor.integer())
      else if (cursor.is(MESSAGE) && cursor.isText()) {
        cursor.string()
        message = cursor.text.slice(cursor.from, cursor.to)
      } else cursor.skip()
    } while (cursor.next())
  }
  return { kind: 'refused', code, message }
}
