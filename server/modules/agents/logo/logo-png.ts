import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_SIDE = 1_024
/** Samples per pixel by color type. Source: PNG (Third Edition), table 8. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS = [1, 2, 4, 8, 16]

type Header = { width: number; height: number; bitsPerPixel: number; isInterlaced: boolean }

/** Recompresses the pixels and drops all other chunks. Returns null for an invalid PNG. */
export const rewritePng = (bytes: Buffer): Buffer | null => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null
  const kept: Buffer[] = []
  const pixels: Buffer[] = []
  let header: Header | null = null
  for (let offset = SIGNATURE.length; ;) {
    if (offset + 12 > bytes.length) return null
    const length = bytes.readUInt32BE(offset)
    const end = offset + 12 + length
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    const body = bytes.subarray(offset + 8, end - 4)
    if (crc32(bytes.subarray(offset + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if (type === 'IHDR' && offset === SIGNATURE.length) {
      header = readHeader(body)
      kept.push(chunk(type, body))
    } else if (header === null) return null
    else if (type === 'PLTE' || type === 'tRNS') kept.push(chunk(type, body))
    else if (type === 'IDAT') pixels.push(body)
    else if (type === 'IEND') break
    offset = end
  }
  const raw = inflated(Buffer.concat(pixels), header)
  return raw === null
    ? null
    : Buffer.concat([
        SIGNATURE,
        ...kept,
        chunk('IDAT', deflateSync(raw)),
        chunk('IEND', Buffer.alloc(0)),
      ])
}

const readHeader = (body: Buffer): Header | null => {
  if (body.length !== 13) return null
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
  const samples = SAMPLES[body[9] ?? -1]
  const depth = body[8] ?? 0
  const isSound =
    width > 0 &&
    height > 0 &&
    width <= MAX_SIDE &&
    height <= MAX_SIDE &&
    samples !== undefined &&
    DEPTHS.includes(depth) &&
    body[10] === 0 &&
    body[11] === 0 &&
    (body[12] ?? 2) <= 1
  return isSound
    ? { width, height, bitsPerPixel: samples * depth, isInterlaced: body[12] === 1 }
    : null
}

/** Null unless the pixels inflate to the size in the header. Interlacing adds a filter byte per row of each pass. */
const inflated = (packed: Buffer, header: Header): Buffer | null => {
  const { width, height, bitsPerPixel, isInterlaced } = header
  const plain = height * (1 + Math.ceil((width * bitsPerPixel) / 8))
  const most = isInterlaced ? plain * 2 + 16 * height : plain
  try {
    const raw = inflateSync(packed, { maxOutputLength: most })
    return isInterlaced || raw.length === plain ? raw : null
  } catch {
    return null
  }
}

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
