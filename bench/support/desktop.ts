import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ensureBuilt } from '#scripts/build.mjs'
import { VIEWPORT } from './browser.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
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

const started = async (
  child: ChildProcess,
): Promise<Record<'url' | 'name' | 'password', string>> => {
  let printed = ''
  if (child.stdout === null) throw new Error('The server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`
    if (line.includes('Press Ctrl-C')) break
  }
  child.stdout.resume()
  const find = (pattern: RegExp) => {
    const found = pattern.exec(printed)?.[1]
    if (found === undefined) throw new Error(`The server did not start:\n${printed}`)
    return found
  }
  return {
    url: find(/open +(http\S+)/),
    name: find(/user (\S+)/),
    password: find(/password (\S+)/),
  }
}

export const startDesktop = async (agents: number): Promise<Desktop> => {
  await ensureBuilt()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-desktop-'))
  const child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', SOLANA_LOCAL_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, name, password } = await started(child)
  const call = async (route: string, body: unknown, token?: string) => {
    const response = await fetch(`${url}/api${route}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const login = await call('/auth/login', { username: name, password })
  const token = String(login['access_token'])
  const chatPaths: string[] = []
  for (let index = 0; index < agents; index += 1) {
    const { data } = await call(
      '/apps/create_agent',
      { name: `Agent ${index}`, description: 'Answers questions about tokens' },
      token,
    )
    chatPaths.push(`/agent/${(data as { id: string }).id}`)
  }
  return {
    url,
    chatPaths,
    async contextWith(browser, paths) {
      const session = await call('/auth/login', { username: name, password })
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
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
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
