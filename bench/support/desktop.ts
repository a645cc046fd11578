import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ensureBuilt } from '#scripts/build.mjs'
import { VIEWPORT } from './browser.ts'
import { readApi, startProduct } from './product.ts'

/** See src/platform/windows/model/saved-layout.ts. */
const LAYOUT_KEY = 'soldesk.windows'
const LAYOUT_VERSION = 2
const BODIES_LIMIT_MS = 60_000

export type Desktop = {
  url: string
  chatPaths: readonly string[]
  contextWith(browser: Browser, paths: readonly string[]): Promise<BrowserContext>
  close(): Promise<void>
}

type Created = { data: { id: string } }

export const startDesktop = async (agents: number): Promise<Desktop> => {
  await ensureBuilt()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-desktop-'))
  const { url, printed, stop } = await startProduct({ DATA_DIR: dataDir }, [])
  const owner = {
    username: await printed(/user (\S+)/),
    password: await printed(/password (\S+)/),
  }
  const openSession = () =>
    readApi<Record<string, unknown>>(url, 'POST', '/auth/login', { body: owner })
  const token = String((await openSession())['access_token'])
  const chatPaths: string[] = []
  for (let index = 0; index < agents; index += 1) {
    const body = { name: `Agent ${index}`, description: 'Answers questions about tokens' }
    const call = { body, token }
    const { data } = await readApi<Created>(url, 'POST', '/apps/create_agent', call)
    chatPaths.push(`/agent/${data.id}`)
  }
  return {
    url,
    chatPaths,
    async contextWith(browser, paths) {
      const session = await openSession()
      const entries = {
        access_token: String(session['access_token']),
        refresh_token: String(session['refresh_token']),
        user_info: JSON.stringify(session['user_info']),
        theme: 'light',
        [LAYOUT_KEY]: JSON.stringify(createLayout(paths)),
      }
      const context = await browser.newContext({
        viewport: VIEWPORT,
        storageState: {
          cookies: [],
          origins: [
            {
              origin: url,
              localStorage: Object.entries(entries).map(([key, value]) => ({ name: key, value })),
            },
          ],
        },
      })
      return context
    },
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const createLayout = (paths: readonly string[]) => {
  const windows = paths.map((route, index) => ({
    id: `bench-${index}`,
    title: `Window ${index}`,
    path: route,
    isMinimized: false,
    isMaximized: false,
    snap: null,
    rect: { x: 60 + (index % 10) * 24, y: 60 + (index % 10) * 18, width: 640, height: 420 },
    placedOn: VIEWPORT,
  }))
  return { version: LAYOUT_VERSION, windows, fromBottom: windows.map(({ id }) => id) }
}

export const openDesktop = async (page: Page, url: string, windows: number): Promise<void> => {
  await page.goto(`${url}/ios-desktop`)
  await page.locator('[data-dock]').waitFor()
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-window]').length >= count,
    windows,
  )
  await page.waitForFunction(
    () => document.querySelector('.window-body > [aria-label=Loading]') === null,
    undefined,
    { timeout: BODIES_LIMIT_MS },
  )
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
}
