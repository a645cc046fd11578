import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { launchBrowser } from '#bench/support/browser.ts'
import { createLimits, median, rounded } from '#bench/support/figures.ts'
import { openDesktop, startDesktop, type Desktop } from '#bench/support/desktop.ts'

/**
 * What a chat's window costs the browser: the script (gzip) that opening the first one fetches beside a window that is
 * open, and how long its main thread works from the click on a thread of 1,000 messages to its paint, and while an answer
 * of 150 pieces is streamed into it, beside one of 10 in the same run. Answers of the server are made up here, so that the page alone is measured.
 */

const ROUNDS = 5
const SHORT = 10
const LONG = 1_000
const MAX_CHUNK_KB = 35
const MAX_OPEN_MS = 200
const MAX_OPEN_RATIO = 1.5
const MAX_STREAM_RATIO = 1.5
const PIECES = 150
const PIECE_MS = 20

const ANSWER = `The **pool** holds 12 wallets, \`So111\` first.\n\n| Wallet | Profit |\n| --- | --- |\n${Array.from(
  { length: 6 },
  (_, at) => `| Wallet ${at} | ${at * 3}.25 SOL |`,
).join('\n')}\n\n- one\n- two\n\n\`\`\`ts\nconst sol = 1\n\`\`\``

const formatId = (thread: number, at: number) =>
  `00000000-0000-7000-8000-${String(thread * 10_000 + at).padStart(12, '0')}`

const createThread = (length: number): ChatMessage[] =>
  Array.from({ length }, (_, at) => ({
    id: formatId(length, at),
    role: at % 2 === 0 ? 'user' : 'assistant',
    parent_id: at === 0 ? null : formatId(length, at - 1),
    status: 'complete',
    parts: [
      {
        type: 'text',
        text: at % 2 === 0 ? `Question ${at}.` : `Answer ${at} of ${length}.\n\n${ANSWER}`,
      },
    ],
    engine: 'scripted',
    error: null,
    last_seq: 3,
    created_at: '2026-11-20T09:30:00Z',
  }))

const createChat = (length: number) => ({
  id: formatId(length, 0),
  title: `A thread of ${length}`,
  app_id: null,
  created_at: '2026-11-20T09:30:00Z',
  updated_at: '2026-11-20T09:30:00Z',
})

export async function run(): Promise<void> {
  const { expectAtMost, end } = createLimits()
  const desktop = await startDesktop(1)
  const browser = await launchBrowser()
  try {
    expectAtMost('script of a chat, kB', await measureChunk(browser, desktop), MAX_CHUNK_KB)
    const opened: Record<string, number[]> = { [SHORT]: [], [LONG]: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const length of [SHORT, LONG]) {
        opened[length]?.push(await measureOpening(browser, desktop, length))
      }
    }
    const streamed: Record<string, Streaming[]> = { [SHORT]: [], [LONG]: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const length of [SHORT, LONG]) {
        streamed[length]?.push(await streamingInto(browser, desktop, length))
      }
    }
    const streamMs = (length: number) => median((streamed[length] ?? []).map(({ ms }) => ms))
    const longest = median((streamed[LONG] ?? []).map(({ longestTaskMs }) => longestTaskMs))
    const shortMs = median(opened[SHORT] ?? [])
    const longMs = median(opened[LONG] ?? [])
    console.table(
      rounded({
        [`${SHORT} messages, ms`]: shortMs,
        [`${LONG}, ms`]: longMs,
        [`an answer into ${SHORT}, ms`]: streamMs(SHORT),
        [`an answer into ${LONG}, ms`]: streamMs(LONG),
      }),
    )
    expectAtMost(`${LONG} messages open, ms`, longMs, MAX_OPEN_MS)
    expectAtMost(`${LONG} messages to ${SHORT}`, longMs / shortMs, MAX_OPEN_RATIO)
    const ratio = streamMs(LONG) / streamMs(SHORT)
    expectAtMost(`an answer into ${LONG} to one into ${SHORT}`, ratio, MAX_STREAM_RATIO)
    expectAtMost('its longest task, ms', longest, 50)
  } finally {
    await browser.close()
    await desktop.close()
  }
  end()
}

async function measureChunk(browser: Browser, desktop: Desktop): Promise<number> {
  const context = await desktop.contextWith(browser, [])
  try {
    const page = await context.newPage()
    await openDesktop(page, desktop.url, 0)
    await page.locator('[data-icon="/app-store"]').click()
    const store = page.getByRole('dialog', { name: /^App Store/ })
    await store.getByRole('button', { name: /^Get/ }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const scripts: string[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.locator(`[data-icon="${desktop.chatPaths[0]}"]`).dispatchEvent('click')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.waitForLoadState('networkidle')
    return scripts.reduce((sum, script) => sum + gzipBytes(script), 0) / 1000
  } finally {
    await context.close()
  }
}

function gzipBytes(script: string): number {
  return gzipSync(readFileSync(path.join(import.meta.dirname, '../../dist', script))).length
}

async function measureOpening(browser: Browser, desktop: Desktop, length: number): Promise<number> {
  const context = await desktop.contextWith(browser, [])
  try {
    const page = await context.newPage()
    await answerWith(page, length)
    await page.goto(`${desktop.url}/chat?id=${formatId(SHORT + 2, 0)}`)
    await page.getByText(`Answer ${SHORT + 1} of ${SHORT + 2}.`).waitFor()
    await page.getByRole('button', { name: `A thread of ${length}`, exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await busyMs(session)
    await page.getByRole('button', { name: `A thread of ${length}`, exact: true }).click()
    await page.getByText(`Answer ${length - 1} of ${length}.`).waitFor()
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve()))),
    )
    return (await busyMs(session)) - before
  } finally {
    await context.close()
  }
}

type Streaming = { ms: number; longestTaskMs: number }

async function streamingInto(
  browser: Browser,
  desktop: Desktop,
  length: number,
): Promise<Streaming> {
  const context = await desktop.contextWith(browser, [])
  try {
    const page = await context.newPage()
    await answerWith(page, length)
    await page.addInitScript(speakSlowly, { pieces: PIECES, pieceMs: PIECE_MS })
    await page.goto(`${desktop.url}/chat?id=${formatId(length, 0)}`)
    await page.getByText(`Answer ${length - 1} of ${length}.`).waitFor()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('And now?')
    await page.waitForLoadState('networkidle')
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await message.press('Enter')
    await page.getByText('piece 1.', { exact: false }).waitFor()
    const before = await busyMs(session)
    await page.evaluate(() => (globalThis as never as Speaking).tasks.splice(0))
    await page.getByText(`piece ${PIECES - 1}.`, { exact: false }).waitFor()
    const ms = (await busyMs(session)) - before
    const tasks = await page.evaluate(() => (globalThis as never as Speaking).tasks)
    return { ms, longestTaskMs: Math.max(0, ...tasks) }
  } finally {
    await context.close()
  }
}

type Speaking = { tasks: number[] }

function speakSlowly({ pieces, pieceMs }: { pieces: number; pieceMs: number }): void {
  const tasks: number[] = []
  Object.assign(globalThis, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  const fetched = globalThis.fetch
  const event = (data: object) => new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`)
  const id = (at: number) => `00000000-0000-7000-9000-00000000000${at}`
  const speak = () =>
    new ReadableStream<Uint8Array>({
      async start(stream) {
        let seq = 0
        const say = (data: object) => {
          seq += 1
          stream.enqueue(event({ ...data, seq }))
        }
        const engine = 'scripted'
        say({ type: 'start', message_id: id(2), user_message_id: id(1), engine, title: 'Long' })
        for (let at = 0; at < pieces; at += 1) {
          say({ type: 'text', delta: `Here **comes** piece ${at}. ${at % 10 === 9 ? '\n\n' : ''}` })
          await new Promise((resolve) => setTimeout(resolve, pieceMs))
        }
        say({ type: 'end', reason: 'complete', status: 'complete', points: 0, is_refunded: false })
        stream.close()
      },
    })
  globalThis.fetch = async (...[input, init]) =>
    typeof input === 'string' && /\/chats\/[^/]*\/messages$/.test(input)
      ? new Response(speak(), { headers: { 'content-type': 'text/event-stream' } })
      : fetched(input, init)
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function answerWith(page: Page, length: number): Promise<void> {
  const success = (data: unknown, more: object = {}) => ({
    json: { status: 'success', data, error: null, ...more },
  })
  await page.route(/\/api\/chats\?/, (route) =>
    route.fulfill(
      success([createChat(length)], { meta: { offset: 0, limit: 50, total: 1, has_more: false } }),
    ),
  )
  const first = { ...createChat(SHORT + 2), messages: createThread(SHORT + 2) }
  const asked = { ...createChat(length), messages: createThread(length) }
  await page.route(/\/api\/chats\/0{8}/, (route) =>
    route.fulfill(success(route.request().url().includes(asked.id) ? asked : first)),
  )
}
