import type { Page } from '@playwright/test'
import { desktopPage } from './desktop-page.ts'

/** Opens the finished report of the demo token, and returns the window of CA Analysis. */
export async function openDemoReport(page: Page) {
  await page.goto(`/ios-desktop?open=${encodeURIComponent('/wallet-finder')}`)
  const analysis = desktopPage(page).window('CA Analysis')
  await analysis.getByRole('button', { name: /^COMET · CA Analysis/ }).click()
  return analysis
}
