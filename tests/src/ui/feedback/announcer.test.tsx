import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { announce, Announcer } from '#src/ui/feedback/announcer.tsx'

it('changes the text of one live region, also for the same words again', () => {
  render(<Announcer />)
  act(() => announce('Research minimized'))
  const region = screen.getByText('Research minimized')
  expect(region).toHaveAttribute('aria-live', 'polite')
  const before = region.textContent
  act(() => announce('Research minimized'))
  expect(region).toHaveTextContent('Research minimized')
  expect(region.textContent).not.toBe(before)
})
