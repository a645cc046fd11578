import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ResultActions } from '#src/features/ca-analysis/result-actions.tsx'

const show = () => {
  const calls = { onExport: vi.fn(), onNew: vi.fn(), onSelect: vi.fn() }
  render(
    <ResultActions
      actions={[
        { label: 'Bell', isIcon: true, onSelect: calls.onSelect },
        { label: 'Share', onSelect: calls.onSelect },
      ]}
      onExport={calls.onExport}
      newLabel="New analysis"
      onNew={calls.onNew}
    />,
  )
  return calls
}

it('is a row of buttons in a large window', async () => {
  const { onExport } = show()
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['', 'Share', 'CSV', 'JSON', 'New analysis', ''])
  expect(screen.getByRole('button', { name: 'Bell' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  expect(onExport).toHaveBeenCalledWith('csv')
})

it('has a menu of the same actions for a small one', async () => {
  const { onSelect } = show()
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Share' }))
  expect(onSelect).toHaveBeenCalledOnce()
})
