const MAX_SIDE = 1_024
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const ADOBE = 0xee
/** Baseline, extended and progressive frames. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Decoding tables: Huffman, quantization, restart interval. Source: ITU-T T.81, table B.1. */
const TABLES = [0xc4, 0xdb, 0xdd]

/**
 * Keeps the frame, tables, scans and the Adobe segment that declares the color space. Drops Exif, other application
 * data, comments and trailing bytes. Returns null for an invalid JPEG.
 */
export const rewriteJpeg = (bytes: Buffer): Buffer | null => {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let hasFrame = false
  let hasScan = false
  for (let offset = 2; ;) {
    while (bytes[offset] === 0xff && bytes[offset + 1] === 0xff) offset += 1
    const marker = bytes[offset + 1]
    if (bytes[offset] !== 0xff || marker === undefined) return null
    if (marker === EOI) {
      kept.push(Buffer.from([0xff, EOI]))
      return hasFrame && hasScan ? Buffer.concat(kept) : null
    }
    if (offset + 4 > bytes.length) return null
    const length = bytes.readUInt16BE(offset + 2)
    const end = offset + 2 + length
    if (length < 2 || end > bytes.length) return null
    const segment = bytes.subarray(offset, end)
    if (FRAMES.includes(marker)) {
      if (hasFrame || !isSoundFrame(segment)) return null
      hasFrame = true
      kept.push(segment)
    } else if (TABLES.includes(marker)) kept.push(segment)
    else if (marker === ADOBE && segment.toString('latin1', 4, 9) === 'Adobe' && length === 14) {
      kept.push(segment)
    } else if (marker === SOS) {
      if (!hasFrame) return null
      hasScan = true
      const scanEnd = endOfScan(bytes, end)
      kept.push(bytes.subarray(offset, scanEnd))
      offset = scanEnd
      continue
    } else if (marker < 0xe0 || (marker > 0xef && marker !== 0xfe)) return null
    offset = end
  }
}

const isSoundFrame = (segment: Buffer): boolean => {
  if (segment.length < 11) return false
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)]
  return height > 0 && width > 0 && height <= MAX_SIDE && width <= MAX_SIDE
}

/** Returns the position of the next marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
