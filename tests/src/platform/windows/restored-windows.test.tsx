import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { WindowLayer } from '#src/platform/windows/frame/window-layer.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { desktopForTests, testApp } from '#tests/support/desktop.ts'

desktopForTests()

// The window components load with the first window; here they load before the tests begin.
beforeAll(() => import('#src/platform/windows/frame/window-stack.tsx'))

const Plain = () => <p>Body</p>

describe('a restored layout', () => {
  it('shows the active body once it is painted and wakes the others one by one, minimised ones when wanted', async () => {
    vi.useFakeTimers()
    const shown = (path: string) => screen.queryByText(`Body of ${path}`) !== null
    setAppRegistry(
      ['/a', '/b', '/c'].map((path) => testApp(path, { Body: () => <p>Body of {path}</p> })),
    )
    for (const path of ['/a', '/b', '/c']) windows.open({ path, title: path })
    windows.minimize(windows.findByPath('/a')?.id ?? '')
    windows.save()
    windows.reload({ width: 1440, height: 900 })
    render(<WindowLayer />)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(['/a', '/b', '/c'].map(shown)).toEqual([false, false, false])
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(['/a', '/b', '/c'].map(shown)).toEqual([false, false, true])
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(['/a', '/b', '/c'].map(shown)).toEqual([false, true, true])
    await act(async () => {
      windows.restore(windows.findByPath('/a')?.id ?? '')
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(shown('/a')).toBe(true)
    vi.useRealTimers()
  })

  it('appears without animation, the active window too; only a new one rises', async () => {
    setAppRegistry(['/a', '/b', '/c'].map((path) => testApp(path, { Body: Plain })))
    for (const path of ['/a', '/b']) windows.open({ path, title: path })
    windows.save()
    windows.reload({ width: 1440, height: 900 })
    const { container } = render(<WindowLayer />)
    await screen.findByRole('dialog', { name: '/b' })
    act(() => void windows.open({ path: '/c', title: '/c' }))
    const rising = container.querySelectorAll('.animate-rise-in')
    expect([...rising].map((one) => one.closest('[role=dialog]'))).toEqual([
      screen.getByRole('dialog', { name: '/c' }),
    ])
  })

  it('does not raise a body that focuses itself before the user acts', async () => {
    const Focusing = () => <input aria-label="Field" autoFocus />
    setAppRegistry([testApp('/a', { Body: Focusing }), testApp('/b', { Body: Plain })])
    for (const path of ['/a', '/b']) windows.open({ path, title: path })
    windows.save()
    windows.reload({ width: 1440, height: 900 })
    vi.useFakeTimers()
    render(<WindowLayer />)
    await act(() => vi.advanceTimersByTimeAsync(50))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    vi.useRealTimers()
    const field = screen.getByLabelText('Field')
    expect(document.activeElement).not.toBe(field)
    expect(windows.store.getState().activeId).toBe(windows.findByPath('/b')?.id)
    fireEvent.keyDown(document, { key: 'Tab' })
    act(() => field.focus())
    expect(windows.store.getState().activeId).toBe(windows.findByPath('/a')?.id)
  })
})
