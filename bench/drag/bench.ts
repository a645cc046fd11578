import type { Browser } from '@playwright/test'
import { launchBrowser, servePage, VIEWPORT } from '#bench/support/browser.ts'
import { createLimits, middle, rounded } from '#bench/support/figures.ts'
import { openDesktop, startDesktop } from '#bench/support/desktop.ts'
import type { Desktop } from '#bench/support/desktop.ts'
import { dragTopWindow } from './gesture.ts'
import type { Drag } from './gesture.ts'

/**
 * One window dragged among 1, 10, 25 and 50 on the product's desktop as it is shipped, beside a bare page of pointer
 * capture and transforms and beside WinBox, in turns in the same run. The machine's load is in all of them alike, so only
 * the ratios mean anything.
 */

const ALL_COUNTS = [1, 10, 25, 50]
const only = Number(process.env['BENCH_WINDOWS'])
const COUNTS = only > 0 ? [only] : ALL_COUNTS
const SLOW_CPU = { windows: 25, rate: 4 }
const ROUNDS = 3
const MAX_P95_RATIO = 1.05
const MAX_SCRIPT_MS = 0.4
const MAX_SCRIPT_GROWTH = 1.5
const MAX_CPU_RATIO = 2
const FRAME_TICK_MS = 0.2

type Target = 'floor' | 'winbox' | 'ours'
type Places = { desktop: Desktop; pages: Record<'floor' | 'winbox', string> }

const dragOn = async (
  browser: Browser,
  { desktop, pages }: Places,
  scene: { target: Target; windows: number; slowdown?: number },
): Promise<Drag> => {
  const { target, windows, slowdown = 1 } = scene
  const context =
    target === 'ours'
      ? await desktop.contextWith(browser, desktop.chatPaths.slice(0, windows))
      : await browser.newContext({ viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    if (target === 'ours') await openDesktop(page, desktop.url, windows)
    else {
      await page.goto(pages[target])
      await page.evaluate((count) => {
        const { openWindow } = window as unknown as { openWindow: () => void }
        for (let opened = 0; opened < count; opened += 1) openWindow()
      }, windows)
      await page.waitForTimeout(500)
    }
    if (slowdown > 1) {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    }
    return await dragTopWindow(browser, page)
  } finally {
    await context.close()
  }
}

const measure = async (
  browser: Browser,
  places: Places,
  scene: { windows: number; slowdown?: number },
): Promise<Record<Target, Drag>> => {
  const rounds: Record<Target, Drag[]> = { floor: [], winbox: [], ours: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of ['floor', 'winbox', 'ours'] as const) {
      rounds[target].push(await dragOn(browser, places, { target, ...scene }))
    }
  }
  return {
    floor: middle(rounds.floor),
    winbox: middle(rounds.winbox),
    ours: middle(rounds.ours),
  }
}

const show = (measured: Record<Target, Drag>) =>
  console.table(
    Object.fromEntries(Object.entries(measured).map(([target, drag]) => [target, rounded(drag)])),
  )

export async function run(): Promise<void> {
  const { expectAtMost, end } = createLimits()
  const floor = await servePage('support/floor.tsx')
  const winbox = await servePage('drag/winbox.ts')
  const desktop = await startDesktop(Math.max(...COUNTS))
  const browser = await launchBrowser()
  try {
    const places = { desktop, pages: { floor: floor.url, winbox: winbox.url } }
    const scripts: number[] = []
    for (const windows of COUNTS) {
      console.log(`\n${windows} windows`)
      const measured = await measure(browser, places, { windows })
      show(measured)
      const { ours, floor: bare } = measured
      scripts.push(ours.scriptPerMoveMs)
      expectAtMost(
        'frame p95, ours to floor',
        ours.frameP95Ms / (bare.frameP95Ms + FRAME_TICK_MS),
        MAX_P95_RATIO,
      )
      expectAtMost('script a move, ms', ours.scriptPerMoveMs, MAX_SCRIPT_MS)
      expectAtMost('layouts a move', ours.layoutsPerMove, 0.05)
      expectAtMost('long tasks', ours.longTasks, bare.longTasks)
      expectAtMost(
        'CPU a move, ours to floor',
        ours.cpuPerMoveMs / bare.cpuPerMoveMs,
        MAX_CPU_RATIO,
      )
    }
    expectAtMost(
      'script a move, 50 windows to 1',
      (scripts.at(-1) ?? 0) / (scripts[0] ?? 1),
      MAX_SCRIPT_GROWTH,
    )
    if (only > 0 && only !== SLOW_CPU.windows) return end()
    console.log(`\n${SLOW_CPU.windows} windows, CPU ${SLOW_CPU.rate} times slower`)
    const slow = await measure(browser, places, {
      windows: SLOW_CPU.windows,
      slowdown: SLOW_CPU.rate,
    })
    show(slow)
    expectAtMost(
      'frame p95, ours to floor',
      slow.ours.frameP95Ms / (slow.floor.frameP95Ms + FRAME_TICK_MS),
      MAX_P95_RATIO,
    )
  } finally {
    await browser.close()
    await desktop.close()
    await floor.close()
    await winbox.close()
  }
  end()
}
