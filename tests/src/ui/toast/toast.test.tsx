import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  TOAST_DURATION_MS,
  TOAST_REMOVAL_DELAY_MS,
  dismissToast,
  showToast,
  toastStore,
} from '#src/ui/toast/toast-store.ts'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'

afterEach(() => vi.useRealTimers())

describe('the toast store', () => {
  it('holds only the latest toast', () => {
    showToast({ title: 'First' })
    showToast({ title: 'Second', tone: 'destructive' })
    expect(toastStore.getState().toast).toMatchObject({
      title: 'Second',
      tone: 'destructive',
      durationMs: TOAST_DURATION_MS,
    })
  })

  it('dismisses only the toast with the given id', () => {
    const first = showToast({ title: 'First' })
    showToast({ title: 'Second' })
    dismissToast(first)
    expect(toastStore.getState().toast?.isOpen).toBe(true)
  })

  it('never uses an id again', () => {
    vi.useFakeTimers()
    const first = showToast({ title: 'First' })
    dismissToast(first)
    vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS)
    const second = showToast({ title: 'Second' })
    expect(second).not.toBe(first)
    dismissToast(first)
    expect(toastStore.getState().toast?.isOpen).toBe(true)
  })

  it('forgets a dismissed toast after 1,000 seconds', () => {
    vi.useFakeTimers()
    dismissToast(showToast({ title: 'First' }))
    vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS - 1)
    expect(toastStore.getState().toast).toMatchObject({ title: 'First', isOpen: false })
    vi.advanceTimersByTime(1)
    expect(toastStore.getState().toast).toBeNull()
  })
})

describe('the toaster', () => {
  it('shows one toast until it is dismissed', async () => {
    render(<Toaster />)
    act(() => {
      showToast({ title: 'First' })
      showToast({ title: 'Logged out successfully', description: 'See you' })
    })
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument()
    expect(screen.queryByText('First')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('See you')).not.toBeInTheDocument())
  })

  it('announces a toast politely, with its description', async () => {
    render(<Toaster />)
    act(() => {
      showToast({ title: 'Saved', description: 'On this desktop' })
    })
    const announcement = await screen.findByText(/^Notification Saved/)
    expect(announcement).toHaveTextContent('On this desktop')
    expect(announcement.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  })

  it('can be reached by F8', async () => {
    render(<Toaster />)
    act(() => {
      showToast({ title: 'Saved' })
    })
    await screen.findByText('Saved')
    fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' })
    expect(screen.getByRole('list')).toHaveFocus()
  })

  it('closes when it is swiped 50 px to the right, and stays for less', async () => {
    render(<Toaster />)
    act(() => {
      showToast({ title: 'Swiped' })
    })
    const toast = (await screen.findByText('Swiped')).closest('li')
    if (toast === null) throw new Error('No toast')
    const swipe = (toX: number) => {
      fireEvent.pointerDown(toast, { button: 0, clientX: 0, clientY: 0, pointerId: 1 })
      fireEvent.pointerMove(toast, { clientX: 10, clientY: 0, pointerId: 1 })
      fireEvent.pointerMove(toast, { clientX: toX, clientY: 0, pointerId: 1 })
      fireEvent.pointerUp(toast, { clientX: toX, clientY: 0, pointerId: 1 })
    }
    swipe(49)
    expect(toastStore.getState().toast?.isOpen).toBe(true)
    swipe(51)
    expect(toastStore.getState().toast?.isOpen).toBe(false)
  })

  it('runs the action of a toast', async () => {
    const onSelect = vi.fn()
    render(<Toaster />)
    act(() => {
      showToast({ title: 'Removed', action: { label: 'Undo', onSelect } })
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(onSelect).toHaveBeenCalledTimes(1)
  })

  it('leaves Escape to the dialog below it', async () => {
    const onClose = vi.fn()
    render(
      <>
        <Dialog onClose={onClose} title="Question" actions={<button>OK</button>} />
        <Toaster />
      </>,
    )
    act(() => {
      showToast({ title: 'Saved' })
    })
    await screen.findByText('Saved')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(toastStore.getState().toast?.isOpen).toBe(true)
  })

  it('closes by itself after its duration', async () => {
    render(<Toaster />)
    act(() => {
      showToast({ title: 'Short', durationMs: 60 })
    })
    await waitFor(() => expect(toastStore.getState().toast?.isOpen).toBe(false))
  })
})
