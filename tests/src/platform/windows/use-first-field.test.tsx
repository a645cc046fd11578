import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useFirstField } from '#src/platform/windows/use-first-field.ts'

const Form = ({ text = '' }) => {
  const field = useRef<HTMLInputElement>(null)
  useFirstField(field)
  return <input ref={field} aria-label="Address" defaultValue={text} />
}

const Window = (props: { text?: string }) => (
  <div data-window="w1" tabIndex={-1} role="dialog">
    <Form {...props} />
  </div>
)

const pointWith = (pointer: 'coarse' | 'fine') =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ matches: query.includes(pointer) }) as MediaQueryList)

it('passes the focus of its window on to the empty field', () => {
  pointWith('fine')
  render(<Window />)
  expect(document.body).toHaveFocus()
  screen.getByRole('dialog').focus()
  expect(screen.getByRole('textbox')).toHaveFocus()
})

it.each([
  ['a touch screen', 'coarse', ''],
  ['a field with text', 'fine', 'BONK'],
] as const)('leaves the focus on the window for %s', (_, pointer, text) => {
  pointWith(pointer)
  render(<Window text={text} />)
  screen.getByRole('dialog').focus()
  expect(screen.getByRole('dialog')).toHaveFocus()
})
