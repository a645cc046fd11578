import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ResultActions } from '#src/features/ca-analysis/result-actions.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const { screen: before } = windows.store.getState()

afterEach(() => windows.setScreen(before))

const show = (width: number) => {
  windows.setScreen({ width, height: 844 })
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

it('is a row of buttons on a large screen', async () => {
  const { onExport } = show(1440)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['', 'Share', 'CSV', 'JSON', 'New analysis'])
  expect(screen.getByRole('button', { name: 'Bell' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  expect(onExport).toHaveBeenCalledWith('csv')
})

it('keeps the main action on a phone, and the others in a menu', async () => {
  const { onSelect } = show(390)
  expect(screen.queryByRole('button', { name: 'Share' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'New analysis' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Share' }))
  expect(onSelect).toHaveBeenCalledOnce()
})
