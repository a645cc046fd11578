import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { StatusBar } from '#src/features/desktop/status-bar/status-bar.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'

beforeEach(() => windows.closeAll())

it.each([
  [false, 'true'],
  [true, null],
] as const)(
  'the Window menu arranges windows if there are any: %s',
  async (hasWindow, disabled) => {
    if (hasWindow) windows.open({ path: '/settings', title: 'Settings' })
    render(<StatusBar />)
    await userEvent.click(screen.getByRole('button', { name: 'Window' }))
    const arrange = await screen.findByRole('menuitem', { name: 'Arrange' })
    expect(arrange.getAttribute('aria-disabled')).toBe(disabled)
  },
)
