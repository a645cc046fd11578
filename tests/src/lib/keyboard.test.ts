import { afterEach, expect, it, vi } from 'vitest'
import { followKeyboard, getKeyboardHeightPx } from '#src/lib/keyboard.ts'

const viewport = Object.assign(new EventTarget(), { height: 0, scale: 1 })

const show = (keyboard: number, scale = 1) => {
  Object.assign(viewport, { height: window.innerHeight - keyboard, scale })
  viewport.dispatchEvent(new Event('resize'))
}

afterEach(() => vi.unstubAllGlobals())

it('sets the height that a keyboard covers, and removes it when the keyboard is gone', () => {
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('scrollTo', vi.fn())
  const page = document.createElement('div')
  const stop = followKeyboard(page)
  show(320)
  expect(getKeyboardHeightPx()).toBe(320)
  expect(page.style.getPropertyValue('--keyboard')).toBe('320px')
  show(0)
  expect(page.style.getPropertyValue('--keyboard')).toBe('')
  stop()
  show(320)
  expect(page.style.getPropertyValue('--keyboard')).toBe('')
})

it('takes neither a zoomed page nor a bar of the browser for a keyboard', () => {
  vi.stubGlobal('visualViewport', viewport)
  show(320, 2)
  expect(getKeyboardHeightPx()).toBe(0)
  show(60)
  expect(getKeyboardHeightPx()).toBe(0)
})
