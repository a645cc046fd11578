import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { Overlays } from '#src/features/desktop/overlays.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'

vi.mock('#src/features/desktop/overview/overview.tsx', () => ({
  Overview: () => {
    throw new Error('Broken')
  },
}))

afterEach(() => vi.restoreAllMocks())

const renderOverlays = () => {
  render(
    <>
      <button onClick={desktop.toggleLauncher}>Apps</button>
      <Overlays uninstall={() => Promise.resolve(true)} />
      <Toaster place="desktop" />
    </>,
  )
}

it('opens the launcher with the focus inside and returns it on close', async () => {
  renderOverlays()
  const opener = screen.getByRole('button', { name: 'Apps' })
  await userEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Apps' })
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await userEvent.keyboard('{Escape}')
  expect(opener).toHaveFocus()
})

it('closes an overlay that fails, with a toast', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderOverlays()
  act(() => desktop.toggleOverview())
  expect(await screen.findByText('Couldn’t open this app')).toBeInTheDocument()
  expect(desktop.store.getState().isOverviewOpen).toBe(false)
})
