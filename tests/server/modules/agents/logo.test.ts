import { describe, expect, it } from 'vitest'
import { cleanLogo } from '#server/modules/agents/logo.ts'

const dataUrl = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** One red pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const JPEG = dataUrl('image/jpeg', Buffer.from('ffd8ffe000104a464946000101', 'hex'))
const WEBP = dataUrl('image/webp', Buffer.from('RIFF\u0024\0\0\0WEBPVP8L\u0018\0\0\0/', 'latin1'))

describe('a logo', () => {
  it.each(['', '🤖', '👩‍💻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪', '❤️', '1️⃣', 'AI', 'é', PNG, JPEG, WEBP])(
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
    ['larger than 128 KB', `${PNG.slice(0, -2)}${'A'.repeat(200_002)}`],
  ])('may not be %s', (_, logo) => {
    expect(cleanLogo(logo).ok).toBe(false)
  })
})
