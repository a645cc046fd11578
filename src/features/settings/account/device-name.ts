import { texts } from '#src/features/settings/texts.ts'

/** More specific patterns first, because most browsers also name the browsers they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|\bundici\b/, 'Node.js'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const findFirst = (marks: typeof BROWSERS, text: string): string | null =>
  marks.find(([mark]) => mark.test(text))?.[1] ?? null

export type Device = { name: string; isPhone: boolean }

/** Describes a browser and its system, such as `Chrome on Windows`, by its user agent. */
export const describeDevice = (userAgent: string | null): Device => {
  const text = userAgent ?? ''
  const browser = findFirst(BROWSERS, text)
  const system = findFirst(SYSTEMS, text)
  const isPhone = /\biPhone\b|\bAndroid\b.*\bMobile\b/.test(text)
  if (browser !== null && system !== null) {
    return { name: texts.sessions.on(browser, system), isPhone }
  }
  return { name: browser ?? system ?? texts.sessions.unknownDevice, isPhone }
}
