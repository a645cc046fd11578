import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** A PNG of that size, red, with whatever chunks besides. */
export const png = ({
  width = 4,
  height = 4,
  extra = [] as [string, Buffer][],
  pixels,
}: {
  width?: number
  height?: number
  extra?: [string, Buffer][]
  pixels?: Buffer
} = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const raw =
    pixels ??
    Buffer.concat(
      Array.from({ length: height }, () =>
        Buffer.concat([
          Buffer.from([0]),
          ...Array.from({ length: width }, () => Buffer.from([255, 0, 0])),
        ]),
      ),
    )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([type, body]) => chunk(type, body)),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, body: Buffer): Buffer => {
  const framed = Buffer.alloc(body.length + 4)
  framed.set([0xff, marker])
  framed.writeUInt16BE(body.length + 2, 2)
  body.copy(framed, 4)
  return framed
}

/** The outer form of a JPEG: frame, tables, one scan; whether a decoder likes its pixels is not looked at. */
export const jpeg = ({
  width = 4,
  height = 4,
  extra = [] as Buffer[],
  after = Buffer.alloc(0),
} = {}) => {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...extra,
    segment(0xdb, Buffer.alloc(65)),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    after,
  ])
}
export const exif = segment(0xe1, Buffer.from('Exif\0\0 51.5N 0.1W'))
export const comment = segment(0xfe, Buffer.from('<script>alert(1)</script>'))

const riff = (chunks: [string, Buffer][]): Buffer => {
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

/** A lossless WebP of that size with whatever chunks besides. */
export const webp = ({ width = 4, height = 4, extra = [] as [string, Buffer][] } = {}): Buffer => {
  const body = Buffer.alloc(9, 1)
  body[0] = 0x2f
  body.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return riff([...extra, ['VP8L', body]])
}

export const dataUrl = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`
