import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { TopUpDialog } from '#src/platform/top-up/top-up-dialog.tsx'
import {
  askForTopUp,
  forgetWaitingWork,
  goToTopUp,
  formatPointsPrice,
  startWaitingWork,
  takeStartedWork,
  topUp,
  useStartedWork,
} from '#src/platform/top-up/top-up-store.ts'

const WORK = { path: '/wallet-finder?ca=mint', title: 'CA Analysis', points: 1 }

beforeEach(() => forgetWaitingWork())

describe('work that the balance does not cover', () => {
  it('asks, waits while its person tops up, and is started once', () => {
    askForTopUp(WORK)
    expect(topUp.getState()).toMatchObject({ work: WORK, isAsking: true })
    goToTopUp()
    expect(topUp.getState()).toMatchObject({ work: WORK, isAsking: false })
    expect(takeStartedWork(WORK.path)).toBe(false)
    expect(startWaitingWork()).toBe(WORK.path)
    expect(topUp.getState().work).toBeNull()
    expect(takeStartedWork('/another')).toBe(false)
    expect(takeStartedWork(WORK.path)).toBe(true)
    expect(takeStartedWork(WORK.path)).toBe(false)
  })

  it('is still offered after a reload of the page', async () => {
    authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
    askForTopUp(WORK)
    await topUp.persist.rehydrate()
    expect(topUp.getState()).toEqual({ work: WORK, isAsking: false, startedPath: null })
  })

  it('starts nothing when nothing waits', () => {
    expect(startWaitingWork()).toBeNull()
    askForTopUp(WORK)
    forgetWaitingWork()
    expect(startWaitingWork()).toBeNull()
  })

  it('reaches the window that was open all the time, and no other', () => {
    const start = vi.fn()
    const other = vi.fn()
    renderHook(() => useStartedWork(WORK.path, start))
    renderHook(() => useStartedWork('/another', other))
    askForTopUp(WORK)
    goToTopUp()
    expect(start).not.toHaveBeenCalled()
    act(() => void startWaitingWork())
    expect(start).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  it('reaches the window that opens after the start', () => {
    askForTopUp(WORK)
    startWaitingWork()
    const start = vi.fn()
    const { rerender } = renderHook(() => useStartedWork(WORK.path, start))
    rerender()
    expect(start).toHaveBeenCalledOnce()
  })

  it.each([
    [1, '1 POINT (0.01 SOL)'],
    [2, '2 POINTS (0.02 SOL)'],
    [100, '100 POINTS (1 SOL)'],
  ])('prices %d POINTs in both units', (points, text) => {
    expect(formatPointsPrice(points)).toBe(text)
  })
})

describe('the question', () => {
  it('shows the missing amount and leads to the recharge', () => {
    askForTopUp(WORK)
    const onTopUp = vi.fn()
    render(<TopUpDialog work={WORK} onTopUp={onTopUp} />)
    expect(screen.getByRole('dialog', { name: 'You need 1 POINT' })).toHaveTextContent(
      'CA Analysis costs 1 POINT (0.01 SOL)',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Recharge' }))
    expect(onTopUp).toHaveBeenCalledOnce()
    expect(topUp.getState()).toMatchObject({ work: WORK, isAsking: false })
  })

  it('forgets the work when the answer is no', () => {
    askForTopUp(WORK)
    render(<TopUpDialog work={WORK} onTopUp={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(topUp.getState().work).toBeNull()
  })
})
