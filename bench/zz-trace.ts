import { writeFileSync } from 'node:fs'
import { launchBrowser } from './support-browser.ts'
import { startDesktop } from './support-desktop.ts'
const desktop = await startDesktop(1)
const browser = await launchBrowser()
try {
  for (let round = 0; round < 4; round += 1) {
    const context = await desktop.contextWith(browser, [])
    const page = await context.newPage()
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[data-icon]')) { performance.mark('dom'); requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('ready'))) } else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await new Promise((r) => setTimeout(r, 3000))
    await browser.startTracing(page, { categories: ['devtools.timeline','v8','blink.user_timing','cc','viz','loading','disabled-by-default-devtools.timeline','gpu','toplevel'] })
    await page.goto(`${desktop.url}/ios-desktop`)
    await page.waitForTimeout(1200)
    const buffer = await browser.stopTracing()
    writeFileSync(`/tmp/exp/trace-${round}.json`, buffer)
    console.log(await page.evaluate(() => performance.getEntriesByType('mark').map((m) => [m.name, Math.round(m.startTime)])))
    await context.close()
  }
} finally { await browser.close(); await desktop.close() }
