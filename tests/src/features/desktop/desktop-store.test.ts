import { expect, it } from 'vitest'
import { closeForemost, type DesktopOverlays } from '#src/features/desktop/desktop-store.ts'

it('closes the uninstall question, the rename dialog, the menu and jiggle mode, in this order', () => {
  const all: DesktopOverlays = {
    uninstallOf: '/app/1',
    renameOf: '/a',
    menuOf: '/a',
    isJiggling: true,
    lifted: { path: '/a', order: ['/b', '/a'], before: ['/a', '/b'] },
    isOverviewOpen: false,
    isLauncherOpen: false,
  }
  const first = closeForemost(all)
  expect(first).toEqual({ ...all, uninstallOf: null })
  const second = closeForemost(first)
  expect(second).toEqual({ ...first, renameOf: null })
  const third = closeForemost(second)
  expect(third).toEqual({ ...second, menuOf: null })
  const fourth = closeForemost(third)
  expect(fourth).toEqual({ ...third, isJiggling: false, lifted: null })
  expect(closeForemost(fourth)).toBe(fourth)
})
