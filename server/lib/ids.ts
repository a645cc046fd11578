import { randomBytes } from 'node:crypto'

let lastMs = 0
let sequence = 0

/**
 * Creates a UUID version 7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that orders the ids of a process
 * within a millisecond, and 62 random bits. Not every Postgres-wire cluster can create them.
 */
export const uuidv7 = (nowMs: number = Date.now()): string => {
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = 0
  } else {
    sequence += 1
    if (sequence > 0xfff) {
      lastMs += 1
      sequence = 0
    }
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The Nil UUID (RFC 9562): no row has it, and every id comes after it. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Returns true if `text` is a UUID, so a uuid column can be queried for it. */
export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
