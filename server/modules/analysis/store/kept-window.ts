import { decodeState, encodeState, type WindowState } from '#engine/index.ts'
import { compress, decompress } from './compression.ts'

/** Small enough that a statement with one part delays no other. */
const PART_BYTES = 262_144
const LENGTH_BYTES = 4

/** Findings of the collection in the transactions of a window. */
type FoundInWindow = {
  /** Token accounts whose histories hold more trades. */
  vaults: string[]
  /** Owners of token accounts that cannot sign. */
  owners: string[]
  newestSlot: number
  /** Signatures that were read and do not concern the mint. */
  others: string[]
  /** True if the node reports no places in blocks, so that the histories give the order. */
  isOrderedByHistories: boolean
}

/** A window of final transactions. */
export type KeptWindow = { state: WindowState; found: FoundInWindow }

/** Returns the window in compressed parts. The window may change as soon as this returns its promise. */
export async function encodeWindow({ state, found }: KeptWindow): Promise<Buffer[]> {
  const head = Buffer.from(JSON.stringify(found))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  const whole = await compress(Buffer.concat([length, head, ...encodeState(state)]))
  const parts: Buffer[] = []
  for (let from = 0; from < whole.length; from += PART_BYTES) {
    // A copy of its own can be moved to another thread.
    parts.push(Buffer.from(new Uint8Array(whole.subarray(from, from + PART_BYTES)).buffer))
  }
  return parts
}

/** Returns the window that `encodeWindow` wrote, from all its parts in order. */
export async function decodeWindow(parts: readonly Uint8Array[]): Promise<KeptWindow> {
  const whole = await decompress(Buffer.concat(parts))
  const from = LENGTH_BYTES + whole.readUInt32LE(0)
  const found = JSON.parse(whole.toString('utf8', LENGTH_BYTES, from)) as FoundInWindow
  return { state: decodeState(whole.subarray(from)), found }
}
