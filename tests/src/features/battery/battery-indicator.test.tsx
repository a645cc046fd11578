import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BatteryIndicator } from '#src/features/battery/battery-indicator.tsx'

type Told = { level: number; charging: boolean; chargingTime: number; dischargingTime: number }

const provideBattery = (told: Told) => {
  const manager = Object.assign(new EventTarget(), told)
  Object.defineProperty(navigator, 'getBattery', {
    configurable: true,
    value: () => Promise.resolve(manager),
  })
  return manager
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'getBattery')
  vi.useRealTimers()
})

describe('the battery in the status bar', () => {
  it('shows the battery of the machine and follows it', async () => {
    const manager = provideBattery({
      level: 0.42,
      charging: true,
      chargingTime: 3900,
      dischargingTime: Number.POSITIVE_INFINITY,
    })
    render(<BatteryIndicator />)
    await userEvent.click(await screen.findByRole('button', { name: 'Battery 42%, charging' }))
    expect(await screen.findByRole('dialog', { name: 'Battery Information' })).toBeInTheDocument()
    expect(screen.getByText('1 h 05 min')).toBeInTheDocument()
    act(() => {
      manager.level = 0.09
      manager.charging = false
      manager.dispatchEvent(new Event('levelchange'))
    })
    expect(screen.getByRole('button', { name: 'Battery 9%' })).toBeInTheDocument()
    expect(screen.getByText('Unknown')).toBeInTheDocument()
  })

  it('closes by its button', async () => {
    render(<BatteryIndicator />)
    await userEvent.click(screen.getByRole('button', { name: /battery/i }))
    expect(screen.getByRole('dialog', { name: 'Battery Information' })).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('simulates a level where the machine reports none, with a note', async () => {
    vi.useFakeTimers()
    render(<BatteryIndicator />)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('button', { name: 'Battery 85%' })).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(10 * 60 * 1000))
    expect(screen.getByRole('button', { name: 'Battery 84%' })).toBeInTheDocument()
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Battery 84%' }))
    expect(await screen.findByText(/simulated/)).toBeInTheDocument()
  })

  it('continues the simulation while another screen is shown', async () => {
    vi.useFakeTimers()
    const { unmount } = render(<BatteryIndicator />)
    await act(() => vi.advanceTimersByTimeAsync(0))
    const levelOf = (button: HTMLElement) =>
      Number(/\d+/.exec(button.getAttribute('aria-label') ?? '')?.[0])
    const before = levelOf(screen.getByRole('button', { name: /battery/i }))
    unmount()
    await act(() => vi.advanceTimersByTimeAsync(20 * 60 * 1000))
    render(<BatteryIndicator />)
    expect(levelOf(screen.getByRole('button', { name: /battery/i }))).toBe(before - 2)
  })

  it('pulses for as long as it charges', async () => {
    provideBattery({
      level: 0.5,
      charging: true,
      chargingTime: 60,
      dischargingTime: Number.POSITIVE_INFINITY,
    })
    render(<BatteryIndicator />)
    await screen.findByRole('button', { name: 'Battery 50%, charging' })
    const glyph = document.querySelector('[data-motion]')
    expect(glyph).toHaveAttribute('data-motion', 'pulse')
    expect(glyph?.getAttribute('class')).not.toMatch(/iteration-count|delay/)
  })
})
