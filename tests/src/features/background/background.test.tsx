import { act, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Background } from '#src/features/background/background.tsx'

/** A context that counts how often its canvas is cleared, that is, drawn again. */
const contextOf = (canvas: HTMLCanvasElement) => ({
  canvas,
  clearRect: vi.fn(),
  createRadialGradient: () => ({ addColorStop: () => {} }),
  createLinearGradient: () => ({ addColorStop: () => {} }),
  fillRect: () => {},
  drawImage: () => {},
  beginPath: () => {},
  arc: () => {},
  fill: () => {},
  moveTo: () => {},
  lineTo: () => {},
  stroke: () => {},
  setTransform: () => {},
})

/** Without an idle callback. */
const IDLE_AFTER_MS = 200

let contexts: ReturnType<typeof contextOf>[] = []
const drawn = () => contexts.reduce((sum, { clearRect }) => sum + clearRect.mock.calls.length, 0)
const { dataset } = document.documentElement

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'performance',
    ],
  })
  contexts = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    const made = contextOf(this)
    contexts.push(made)
    return made as unknown as CanvasRenderingContext2D
  })
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  vi.stubGlobal('devicePixelRatio', 1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  delete dataset['gesture']
  delete dataset['motion']
})

const renderIdle = async (background: ReactElement) => {
  const rendered = render(background)
  await act(() => vi.advanceTimersByTimeAsync(IDLE_AFTER_MS))
  return rendered
}

/** Returns how many pictures were drawn in a second. */
const drawnInASecond = async () => {
  const before = drawn()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  return drawn() - before
}

describe('the background', () => {
  it.each(['dark', 'light'] as const)(
    'covers the screen and moves in the %s theme',
    async (theme) => {
      const { container } = await renderIdle(<Background theme={theme} isPowerLow={false} />)
      const canvas = container.querySelector('canvas')
      expect(container.querySelector('[data-background]')).toHaveAttribute('aria-hidden', 'true')
      expect(canvas).toHaveProperty('width', 1440)
      expect(canvas).toHaveProperty('height', 900)
      expect(drawn()).toBe(1)
      expect(await drawnInASecond()).toBeGreaterThan(5)
    },
  )

  it('does not move with reduced motion', async () => {
    dataset['motion'] = 'reduced'
    await renderIdle(<Background theme="dark" isPowerLow={false} />)
    expect(drawn()).toBe(1)
    expect(await drawnInASecond()).toBe(0)
    dataset['motion'] = 'full'
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('does not move on a low battery, and moves again while charging', async () => {
    const { rerender } = await renderIdle(<Background theme="dark" isPowerLow />)
    expect(await drawnInASecond()).toBe(0)
    rerender(<Background theme="dark" isPowerLow={false} />)
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('does not move while a window is dragged', async () => {
    await renderIdle(<Background theme="dark" isPowerLow={false} />)
    dataset['gesture'] = 'move'
    expect(await drawnInASecond()).toBe(0)
    delete dataset['gesture']
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('follows the size of the screen', async () => {
    const { container } = await renderIdle(<Background theme="dark" isPowerLow={false} />)
    vi.stubGlobal('innerWidth', 800)
    window.dispatchEvent(new Event('resize'))
    expect(container.querySelector('canvas')).toHaveProperty('width', 800)
  })

  it('leaves nothing running behind', async () => {
    const { unmount } = await renderIdle(<Background theme="dark" isPowerLow={false} />)
    unmount()
    expect(await drawnInASecond()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
