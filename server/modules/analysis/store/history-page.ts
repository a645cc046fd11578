import { compress, decompressNow } from './compression.ts'

/** One transaction in the history of an address. One that is not finalized may still vanish. */
export type Listed = { signature: string; slot: number; isFailed: boolean; isFinalized: boolean }

/** Returns compressed lines of signature, slot and a mark for a failed transaction. Entries must be finalized. */
export function encodeHistory(entries: readonly Listed[]): Promise<Buffer> {
  const lines = entries.map(
    ({ signature, slot, isFailed }) => `${signature} ${slot}${isFailed ? ' x' : ''}`,
  )
  return compress(Buffer.from(lines.join('\n'), 'latin1'))
}

/** Returns the entries that `encodeHistory` wrote. */
export function decodeHistory(bytes: Uint8Array): Listed[] {
  const text = decompressNow(bytes).toString('latin1')
  if (text === '') return []
  return text.split('\n').map((line) => {
    const [signature = '', slot = '', mark] = line.split(' ')
    return { signature, slot: Number(slot), isFailed: mark === 'x', isFinalized: true }
  })
}
