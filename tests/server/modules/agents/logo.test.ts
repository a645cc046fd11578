import { describe, expect, it } from 'vitest'
import { cleanLogo } from '#server/modules/agents/logo.ts'

const dataUrl = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** One red pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/** The headers of a JPEG, without pixels. */
const jpeg = (width: number, height: number): string => {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return dataUrl('image/jpeg', Buffer.concat([start, frame]))
}

const png = (width: number, height: number): string => {
  const bytes = Buffer.from(PNG.slice('data:image/png;base64,'.length), 'base64')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return dataUrl('image/png', bytes)
}

/** The extended header of a WebP, whose sides are stored less 1. */
const webp = (width: number, height: number): string => {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return dataUrl('image/webp', bytes)
}

describe('a logo', () => {
  it.each(['', '🤖', '👩‍💻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪', '❤️', '1️⃣', 'AI', 'é', PNG, jpeg(1024, 8), webp(256, 256)])(
    'may be %j',
    (logo) => {
      expect(cleanLogo(logo)).toEqual({ ok: true, logo })
    },
  )

  it.each([
    ['an address', 'https://evil.example/logo.png'],
    ['an address inside', 'http://169.254.169.254/latest'],
    ['a path', '/logo.png'],
    ['several emoji', '🤖🤖'],
    ['words', 'robot'],
    ['an SVG', dataUrl('image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'))],
    ['an SVG that says PNG', dataUrl('image/png', Buffer.from('<svg onload="alert(1)"/>'))],
    ['a PNG that says JPEG', PNG.replace('image/png', 'image/jpeg')],
    ['a GIF', dataUrl('image/gif', Buffer.from('GIF89a'))],
    ['HTML', 'data:text/html;base64,PHNjcmlwdD4='],
    ['a script', 'javascript:alert(1)'],
    ['a data URL with more in it', PNG.replace(';base64', ';x=1;base64')],
    ['a picture without pixels', png(0, 8)],
    ['the beginning of a picture', dataUrl('image/jpeg', Buffer.from('ffd8ffe000104a46', 'hex'))],
    ['larger than 128 KB', `${PNG.slice(0, -2)}${'A'.repeat(200_002)}`],
  ])('may not be %s', (_, logo) => {
    expect(cleanLogo(logo).ok).toBe(false)
  })

  it.each([
    ['PNG', png(30_000, 30_000)],
    ['JPEG', jpeg(8, 65_535)],
    ['WebP', webp(16_383, 2)],
  ])('may not be a %s of few bytes and many pixels', (_, logo) => {
    expect(cleanLogo(logo)).toMatchObject({ reason: expect.stringContaining('1,024') as string })
  })
})
