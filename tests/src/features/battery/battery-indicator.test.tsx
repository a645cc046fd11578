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
  it('shows what the machine tells and follows it', async () => {
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

  it('simulates a level where the machine does not tell, and says so', async () => {
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
})
