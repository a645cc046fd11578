import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { SnapAssist } from '#src/features/desktop/snap-assist/snap-assist.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const open = (...names: string[]) =>
  names.map((name) => windows.open({ path: `/${name}`, title: name }))

const offered = () =>
  screen.queryAllByRole('button').map((button) => button.querySelector('.truncate')?.textContent)

const snapOf = (name: string) => windows.findByPath(`/${name}`)?.snap

beforeEach(() => {
  windows.closeAll()
  windows.reload({ width: 1440, height: 900 })
  render(<SnapAssist />)
})

it('offers the other windows for the free half, and fills it', async () => {
  const [, , id = ''] = open('a', 'b', 'c')
  act(() => windows.snap(id, 'left'))
  expect(screen.getByRole('region', { name: 'Fill the right half' })).toBeInTheDocument()
  expect(offered()).toEqual(['b', 'a'])
  await userEvent.click(screen.getByRole('button', { name: 'a' }))
  expect([snapOf('c'), snapOf('a')]).toEqual(['left', 'right'])
  expect(offered()).toEqual([])
})

it('offers nothing for a quarter, a taken half or a window alone', () => {
  const [first = '', second = '', third = ''] = open('a', 'b', 'c')
  act(() => windows.snap(first, 'topLeft'))
  expect(offered()).toEqual([])
  act(() => windows.snap(second, 'right'))
  expect(offered()).toEqual([])
  act(() => {
    windows.close(first)
    windows.close(second)
    windows.snap(third, 'left')
  })
  expect(offered()).toEqual([])
})

it('stays while the content of a window changes', () => {
  const [first = '', second = ''] = open('a', 'b')
  act(() => windows.snap(first, 'left'))
  act(() => windows.rename(second, 'b – done'))
  expect(offered()).toEqual(['b'])
})

it('disappears on Escape and with the next change', async () => {
  const [first = '', second = ''] = open('a', 'b')
  act(() => windows.snap(first, 'left'))
  await userEvent.keyboard('{Escape}')
  expect(offered()).toEqual([])
  act(() => windows.snap(first, null))
  act(() => windows.snap(first, 'right'))
  expect(offered()).toEqual(['b'])
  act(() => windows.minimize(second))
  expect(offered()).toEqual([])
})
