import { decodeState, encodeState, type WindowState } from '#engine/index.ts'

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
export type StoredWindow = { state: WindowState; found: FoundInWindow }

/** Returns the window in parts, which `joinWindow` takes. It may change as soon as this returns. */
export function splitWindow({ state, found }: StoredWindow): Uint8Array[] {
  const head = Buffer.from(JSON.stringify(found))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  return [Buffer.concat([length, head]), ...encodeState(state)].flatMap((bytes) =>
    Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, part) =>
      bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    ),
  )
}

/** Returns the window that `splitWindow` split, from all its parts in order. */
export function joinWindow(parts: readonly Uint8Array[]): StoredWindow {
  const whole = Buffer.concat(parts)
  const from = LENGTH_BYTES + whole.readUInt32LE(0)
  const found = JSON.parse(whole.toString('utf8', LENGTH_BYTES, from)) as FoundInWindow
  return { state: decodeState(whole.subarray(from)), found }
}
