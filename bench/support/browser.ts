import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { build } from 'vite'
import { serveHttp } from '#tests/support/serve-http.ts'
import { findBrowser } from '#scripts/browser.mjs'

export const VIEWPORT = { width: 1440, height: 900 }

/** Launches Chromium without a GPU, as on a server: everything it paints costs processor time. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('No Chromium found; set CHROMIUM_PATH')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
    ],
  })
}

export const servePage = async (entry: string) => {
  const outDir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-page-'))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      outDir,
      target: 'es2023',
      lib: { entry: path.join(import.meta.dirname, '..', entry), formats: ['iife'], name: 'bench' },
    },
  })
  rmSync(outDir, { recursive: true, force: true })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !('output' in bundle)) throw new Error(`${entry} was not built`)
  const script = bundle.output[0].code
  const style = bundle.output.find(({ fileName }) => fileName.endsWith('.css'))
  const css = style !== undefined && 'source' in style ? String(style.source) : ''
  const html = `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#889}${css}</style><body><script src="/page.js"></script>`
  return serveHttp((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : html)
  })
}

export type Counters = {
  scriptMs: number
  layouts: number
  layoutAndStyleMs: number
  cpuMs: number
}

export const readCounters = async (browser: Browser, page: CDPSession): Promise<Counters> => {
  const { metrics } = await page.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return {
    scriptMs: 1000 * of('ScriptDuration'),
    layouts: of('LayoutCount'),
    layoutAndStyleMs: 1000 * (of('LayoutDuration') + of('RecalcStyleDuration')),
    cpuMs: 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
  }
}

export const heapMb = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}
