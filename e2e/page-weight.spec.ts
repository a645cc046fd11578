import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

/** About 5% above what the desktop loads now. The budget is lower; `bench/load/bench.ts` measures against it. */
const MAX_DESKTOP_KB = 289

/** Follows the scripts of a page. Returns a function that adds up their size in kB of gzip, and their names. */
const followScripts = (page: Page) => {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return async () => {
    const sizes = await Promise.all(
      scripts.map(async (script) => gzipSync(await script.body()).length / 1000),
    )
    return {
      names: scripts.map((script) => script.url().replace(/^.*\//, '')),
      kb: sizes.reduce((sum, size) => sum + size, 0),
    }
  }
}

test('an empty desktop loads little code, and none for windows', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const weigh = followScripts(page)
  // The last background request.
  const preloaded = page.waitForResponse(/\/overview-[^/]*\.js$/)
  await page.goto('/ios-desktop')
  await preloaded
  await page.waitForLoadState('networkidle')
  const { names, kb } = await weigh()
  expect(names.filter((name) => name.startsWith('windows-'))).toEqual([])
  expect(kb, names.join(' ')).toBeLessThan(MAX_DESKTOP_KB)
})
