import { describe, expect, it } from 'vitest'
import { isPhone, buildPhantomLink } from '#src/platform/wallet/sign-in/phone.ts'

const browser = (userAgent: string, maxTouchPoints = 0) =>
  ({ userAgent, maxTouchPoints }) as Navigator

describe('isPhone', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari', 5],
    [
      'a phone with Android',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130 Mobile Safari',
      5,
    ],
    ['an iPad that presents itself as a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
  ])('is true of %s', (_name, userAgent, touchPoints) => {
    expect(isPhone(browser(userAgent, touchPoints))).toBe(true)
  })

  it.each([
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130', 0],
    ['a computer with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130', 10],
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/130', 0],
  ])('is false of %s', (_name, userAgent, touchPoints) => {
    expect(isPhone(browser(userAgent, touchPoints))).toBe(false)
  })
})

describe('buildPhantomLink', () => {
  it('names the page and where it came from', () => {
    expect(buildPhantomLink(new URL('https://desk.example.com/login?to=%2Fpayment'))).toBe(
      'https://phantom.app/ul/browse/https%3A%2F%2Fdesk.example.com%2Flogin%3Fto%3D%252Fpayment?ref=https%3A%2F%2Fdesk.example.com',
    )
  })
})
