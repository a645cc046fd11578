import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Dialog } from '#src/ui/overlay/dialog.tsx'

const Page = ({ focusesTitle = false, hidesOpener = false }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {!(isOpen && hidesOpener) && (
        <button type="button" onClick={() => setIsOpen(true)}>
          New event
        </button>
      )}
      {isOpen && (
        <Dialog onClose={() => setIsOpen(false)} title="Event">
          <input aria-label="Title" autoFocus={focusesTitle} />
        </Dialog>
      )}
    </>
  )
}

describe('a dialog', () => {
  it.each([false, true])('returns the focus to its opener (autofocus %s)', async (focusesTitle) => {
    render(<Page focusesTitle={focusesTitle} />)
    const opener = screen.getByRole('button', { name: 'New event' })
    opener.focus()
    fireEvent.click(opener)
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus())
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' })
    await waitFor(() => expect(opener).toHaveFocus())
  })
  it('starts with its title when a text comes before the buttons', async () => {
    render(
      <Dialog onClose={() => undefined} title="Sign this?">
        <span tabIndex={0}>4MTR…WD1X</span>
        <button type="button">Approve</button>
      </Dialog>,
    )
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Sign this?' })).toHaveFocus())
  })
  it('focuses the window in front when the opener is gone', async () => {
    const { container } = render(
      <>
        <Page hidesOpener />
        <div data-window="front" data-active="" tabIndex={-1} />
      </>,
    )
    const opener = screen.getByRole('button', { name: 'New event' })
    opener.focus()
    fireEvent.click(opener)
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus())
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' })
    await waitFor(() => expect(container.querySelector('[data-window]')).toHaveFocus())
  })
  it('focuses the window in front when the opener is in another one', async () => {
    const { container } = render(
      <>
        <div data-window="back">
          <Page />
        </div>
        <div data-window="front" tabIndex={-1} />
      </>,
    )
    const opener = screen.getByRole('button', { name: 'New event' })
    opener.focus()
    fireEvent.click(opener)
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus())
    const front = container.querySelector('[data-window="front"]')
    front?.toggleAttribute('data-active', true)
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' })
    await waitFor(() => expect(front).toHaveFocus())
  })
})
