import type { Browser } from '@playwright/test'
import { VIEWPORT } from '#bench/support/browser.ts'

export const measureNewcomer = async (
  browser: Browser,
  url: string,
): Promise<{ clicks: number; seconds: number }> => {
  const context = await browser.newContext({ viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    const begunMs = performance.now()
    await page.goto(url)
    const names = ['Local Dev Wallet', 'Approve', /^Analyze the demo token/]
    for (const name of names) await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: /^Ranked \(/ }).waitFor()
    return { clicks: names.length, seconds: (performance.now() - begunMs) / 1000 }
  } finally {
    await context.close()
  }
}
