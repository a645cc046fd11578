import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { useRestoredFocus } from '#src/platform/windows/use-restored-focus.ts'

beforeEach(() => windows.reload({ width: 1440, height: 900 }))

const change = (windowId: string): boolean => {
  const { rerender } = renderHook(({ place }) => useRestoredFocus(windowId, place), {
    initialProps: { place: 'form' },
  })
  windows.takeFocusRequest()
  rerender({ place: 'report' })
  return windows.takeFocusRequest()
}

it('requests the focus when the focused control of the active window is gone', () => {
  const back = windows.open({ path: '/a', title: 'A' })
  const front = windows.open({ path: '/b', title: 'B' })
  expect(change(back)).toBe(false)
  expect(change(front)).toBe(true)
})

it('leaves the focus where the user has moved it', () => {
  const front = windows.open({ path: '/b', title: 'B' })
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  expect(change(front)).toBe(false)
  field.remove()
})
