const MAX_SIDE = 1_024
const ALPHA_FLAG = 0x10

/** Keeps the still picture and its transparency. Returns null if it is animated or an invalid WebP. */
export const rewriteWebp = (bytes: Buffer): Buffer | null => {
  if (bytes.length < 20 || fourCc(bytes, 0) !== 'RIFF' || fourCc(bytes, 8) !== 'WEBP') return null
  const end = bytes.readUInt32LE(4) + 8
  if (end > bytes.length) return null
  const chunks = new Map<string, Buffer>()
  for (let offset = 12; offset + 8 <= end;) {
    const size = bytes.readUInt32LE(offset + 4)
    if (offset + 8 + size > end) return null
    const name = fourCc(bytes, offset)
    if (chunks.has(name) && name.startsWith('VP8')) return null
    chunks.set(name, bytes.subarray(offset + 8, offset + 8 + size))
    offset += 8 + size + (size % 2)
  }
  if (chunks.has('ANIM') || chunks.has('ANMF')) return null
  const lossy = chunks.get('VP8 ')
  const lossless = chunks.get('VP8L')
  const alpha = chunks.get('ALPH')
  const extended = chunks.get('VP8X')
  if (lossless !== undefined && lossy === undefined) {
    return isSoundLossless(lossless) ? riff([['VP8L', lossless]]) : null
  }
  if (lossy === undefined || lossless !== undefined || !isSoundLossy(lossy)) return null
  if (alpha === undefined || extended === undefined) return riff([['VP8 ', lossy]])
  if (extended.length !== 10) return null
  const plain = Buffer.from(extended)
  plain[0] = ALPHA_FLAG
  return riff([
    ['VP8X', plain],
    ['ALPH', alpha],
    ['VP8 ', lossy],
  ])
}

const fourCc = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

/** Source: RFC 6386, section 9.1: three bytes of tag, the start code, two 14-bit sides. */
const isSoundLossy = (body: Buffer): boolean =>
  body.length >= 10 &&
  body[3] === 0x9d &&
  body[4] === 0x01 &&
  body[5] === 0x2a &&
  isSide(body.readUInt16LE(6) & 0x3fff) &&
  isSide(body.readUInt16LE(8) & 0x3fff)

/** Source: RFC 9649, section 3.4: signature, then two 14-bit sides less one. */
const isSoundLossless = (body: Buffer): boolean => {
  if (body.length < 5 || body[0] !== 0x2f) return false
  const bits = body.readUInt32LE(1)
  return isSide((bits & 0x3fff) + 1) && isSide(((bits >>> 14) & 0x3fff) + 1)
}

const isSide = (pixels: number): boolean => pixels > 0 && pixels <= MAX_SIDE

const riff = (chunks: readonly (readonly [string, Buffer])[]): Buffer => {
  const parts = chunks.flatMap(([name, body]) => {
    const head = Buffer.alloc(8)
    head.write(name, 0, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return [head, body, Buffer.alloc(body.length % 2)]
  })
  const whole = Buffer.concat([Buffer.from('RIFF....WEBP', 'latin1'), ...parts])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
