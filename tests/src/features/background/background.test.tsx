import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Background } from '#src/features/background/background.tsx'
import { windows } from '#src/platform/windows/windows-store.ts'

/** A canvas that counts how often it is wiped, that is, drawn anew. */
const context = () => ({
  clearRect: vi.fn(),
  createRadialGradient: () => ({ addColorStop: () => {} }),
  createLinearGradient: () => ({ addColorStop: () => {} }),
  fillRect: () => {},
  drawImage: () => {},
  beginPath: () => {},
  roundRect: () => {},
  fill: () => {},
  setTransform: () => {},
})

let contexts: ReturnType<typeof context>[] = []
let reducedMotion = { matches: false }
const drawn = () => contexts.reduce((sum, { clearRect }) => sum + clearRect.mock.calls.length, 0)

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
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    const made = context()
    contexts.push(made)
    return made as unknown as CanvasRenderingContext2D
  })
  reducedMotion = { matches: false }
  vi.stubGlobal('matchMedia', () =>
    Object.assign(new EventTarget(), { matches: reducedMotion.matches }),
  )
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  windows.reload({ width: 1440, height: 900 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['gesture']
  delete document.documentElement.dataset['motion']
})

/** How many canvases were drawn anew in a second. */
const drawnInASecond = async () => {
  const before = drawn()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  return drawn() - before
}

describe('the background', () => {
  it('is decoration that moves', async () => {
    const { container } = render(<Background isPowerLow={false} />)
    expect(container.querySelector('[data-background]')).toHaveAttribute('aria-hidden', 'true')
    expect(drawn()).toBeGreaterThan(0)
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('is drawn once and stands still with reduced motion', async () => {
    reducedMotion = { matches: true }
    render(<Background isPowerLow={false} />)
    expect(drawn()).toBeGreaterThan(0)
    expect(await drawnInASecond()).toBe(0)
  })

  it('does as Settings say, whatever the system asks', async () => {
    reducedMotion = { matches: true }
    document.documentElement.dataset['motion'] = 'full'
    render(<Background isPowerLow={false} />)
    expect(await drawnInASecond()).toBeGreaterThan(5)
    document.documentElement.dataset['motion'] = 'reduced'
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(await drawnInASecond()).toBe(0)
  })

  it('stands still on a low battery and goes on at the charger', async () => {
    const { rerender } = render(<Background isPowerLow />)
    expect(await drawnInASecond()).toBe(0)
    rerender(<Background isPowerLow={false} />)
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('stands still while a window is dragged', async () => {
    render(<Background isPowerLow={false} />)
    document.documentElement.dataset['gesture'] = 'move'
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(await drawnInASecond()).toBe(0)
    delete document.documentElement.dataset['gesture']
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('stands still under a maximised window, not under a minimised one', async () => {
    render(<Background isPowerLow={false} />)
    const id = windows.open({ path: '/a', title: 'A' })
    expect(await drawnInASecond()).toBeGreaterThan(5)
    windows.toggleMaximized(id)
    expect(await drawnInASecond()).toBe(0)
    windows.minimize(id)
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('stands still while the page is hidden', async () => {
    render(<Background isPowerLow={false} />)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await drawnInASecond()).toBe(0)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await drawnInASecond()).toBeGreaterThan(5)
  })

  it('fits its canvases to the screen, no sharper than half as sharp again', () => {
    vi.stubGlobal('devicePixelRatio', 3)
    const { container } = render(<Background isPowerLow={false} />)
    const band = container.querySelector('canvas')
    expect(band?.width).toBe(1440 * 1.5)
    vi.stubGlobal('innerWidth', 800)
    window.dispatchEvent(new Event('resize'))
    expect(band?.width).toBe(800 * 1.5)
  })

  it('leaves nothing running behind', async () => {
    const { unmount } = render(<Background isPowerLow={false} />)
    unmount()
    expect(await drawnInASecond()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
