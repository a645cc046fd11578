import { expect, it } from 'vitest'
import { createSidebar } from '#src/app/layout/sidebar-store.ts'

const setUp = () => {
  const screen = Object.assign(new EventTarget(), { matches: true })
  const sidebar = createSidebar(screen)
  return {
    ...sidebar,
    isOpen: () => sidebar.store.getState().isOpen,
    setWide: (isWide: boolean) => {
      screen.matches = isWide
      screen.dispatchEvent(new Event('change'))
    },
  }
}

it('closes when the screen becomes narrow, and reopens when it is wide again', () => {
  const { isOpen, setWide } = setUp()
  expect(isOpen()).toBe(true)
  setWide(false)
  expect(isOpen()).toBe(false)
  setWide(true)
  expect(isOpen()).toBe(true)
})

it('stays hidden on a wide screen if it was hidden there', () => {
  const { isOpen, setWide, toggle } = setUp()
  toggle()
  setWide(false)
  setWide(true)
  expect(isOpen()).toBe(false)
})

it('closes over a narrow page when a place is chosen', () => {
  const { closeCovering, isOpen, setWide, toggle } = setUp()
  closeCovering()
  expect(isOpen()).toBe(true)
  setWide(false)
  toggle()
  closeCovering()
  expect(isOpen()).toBe(false)
})
