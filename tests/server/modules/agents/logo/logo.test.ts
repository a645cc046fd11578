import { assert, constantFrom, nat, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLogo } from '#server/modules/agents/logo/logo.ts'
import { comment, dataUrl, exif, jpeg, png, webp } from '#tests/server/modules/agents/pictures.ts'

const kept = (logo: string): Buffer => {
  const cleaned = cleanLogo(logo)
  if (!cleaned.ok) throw new Error(cleaned.reason)
  return Buffer.from(cleaned.logo.split(',')[1] ?? '', 'base64')
}
const isKept = (logo: string) => cleanLogo(logo).ok

describe('a logo', () => {
  it.each(['', '🤖', '👩‍💻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪', '❤️', '1️⃣', 'AI', 'é'])('may be %j', (logo) => {
    expect(cleanLogo(logo)).toEqual({ ok: true, logo })
  })

  it.each([
    ['an address', 'https://evil.example/logo.png'],
    ['an address inside', 'http://169.254.169.254/latest'],
    ['a path', '/logo.png'],
    ['several emoji', '🤖🤖'],
    ['words', 'robot'],
    ['an SVG', dataUrl('image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'))],
    ['an SVG that says PNG', dataUrl('image/png', Buffer.from('<svg onload="alert(1)"/>'))],
    ['a GIF', dataUrl('image/gif', Buffer.from('GIF89a'))],
    ['HTML', 'data:text/html;base64,PHNjcmlwdD4='],
    ['a script', 'javascript:alert(1)'],
    ['a data URL with more in it', `data:image/png;x=1;base64,${png().toString('base64')}`],
  ])('may not be %s', (_, logo) => {
    expect(isKept(logo)).toBe(false)
  })
})

describe('a PNG', () => {
  it('keeps its pixels and loses everything else', () => {
    const hidden = Buffer.from('a secret place')
    const given = png({
      extra: [
        ['tEXt', hidden],
        ['eXIf', hidden],
      ],
    })
    const clean = kept(dataUrl('image/png', Buffer.concat([given, Buffer.from('<script>')])))
    expect(clean).toEqual(kept(dataUrl('image/png', png())))
    expect(clean.includes(hidden)).toBe(false)
  })

  it.each([
    ['too large', png({ width: 2_000, height: 1 })],
    ['without its pixels', png({ pixels: Buffer.alloc(3) })],
    ['that unfolds to more than it says', png({ pixels: Buffer.alloc(5_000_000) })],
    ['cut off', png().subarray(0, 40)],
  ])('is refused when %s', (_, bytes) => {
    expect(isKept(dataUrl('image/png', bytes))).toBe(false)
  })

  it('is refused when a byte of it was changed', () => {
    const given = png()
    const refused = Array.from({ length: given.length }, (_, at) => {
      const changed = Buffer.from(given)
      changed[at] = (changed[at] ?? 0) ^ 1
      return isKept(dataUrl('image/png', changed))
    })
    expect(refused).not.toContain(true)
  })
})

describe('a JPEG', () => {
  it('loses where it was taken, comments and what stands behind its end', () => {
    const given = jpeg({ extra: [exif, comment], after: Buffer.from('<?php') })
    expect(kept(dataUrl('image/jpeg', given))).toEqual(jpeg())
  })

  it.each([
    ['too large', jpeg({ height: 5_000 })],
    ['cut off', jpeg().subarray(0, 30)],
    ['no JPEG', png()],
  ])('is refused when %s', (_, bytes) => {
    expect(isKept(dataUrl('image/jpeg', bytes))).toBe(false)
  })
})

describe('a WebP', () => {
  it('loses what is no picture', () => {
    const given = webp({ extra: [['EXIF', Buffer.from('somewhere')]] })
    expect(kept(dataUrl('image/webp', given))).toEqual(webp())
  })

  it.each([
    ['animated', webp({ extra: [['ANIM', Buffer.alloc(6)]] })],
    ['too large', webp({ width: 3_000 })],
    ['cut off', webp().subarray(0, 24)],
  ])('is refused when %s', (_, bytes) => {
    expect(isKept(dataUrl('image/webp', bytes))).toBe(false)
  })
})

it('never throws, whatever the bytes', () => {
  const types = constantFrom('image/png', 'image/jpeg', 'image/webp')
  const starts = constantFrom(png(), jpeg(), webp())
  assert(
    property(types, starts, uint8Array({ maxLength: 64 }), nat(80), (type, start, tail, at) => {
      const bytes = Buffer.concat([start.subarray(0, at), tail, start.subarray(at)])
      const cleaned = cleanLogo(dataUrl(type, bytes))
      if (cleaned.ok) expect(cleanLogo(cleaned.logo)).toEqual(cleaned)
    }),
    { numRuns: 500 },
  )
})
