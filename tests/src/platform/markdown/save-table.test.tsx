import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Markdown } from '#src/platform/markdown/markdown.tsx'

it('saves a table of an answer without its markdown', async () => {
  const saved: Blob[] = []
  const addresses = {
    createObjectURL: (content: Blob) => `blob:${saved.push(content)}`,
    revokeObjectURL: () => undefined,
  }
  Object.assign(URL, addresses)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  render(<Markdown text={'| Owner | Share |\n|-|-|\n| **Anna** `x` | 5 % |\n| =1+1 | 2 % |'} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download table as CSV' }))
  expect(click).toHaveBeenCalledOnce()
  expect(await saved[0]?.text()).toBe("Owner,Share\r\nAnna x,5 %\r\n'=1+1,2 %\r\n")
})
