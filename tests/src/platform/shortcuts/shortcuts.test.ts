import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ShortcutConflict, createShortcuts } from '#src/platform/shortcuts/shortcuts.ts'
import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { useOpenModal } from '#src/ui/overlay/open-modals.ts'

let shortcuts = createShortcuts('other')
let stop = () => {}

const shortcut = (keys: Shortcut['keys'], rest: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: `Does ${String(keys)}`,
  group: 'General',
  run: () => {},
  ...rest,
})

beforeEach(() => {
  shortcuts = createShortcuts('other')
  stop = shortcuts.start()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const put = (html: string): Element => {
  document.body.innerHTML = html
  const element = document.body.querySelector('[data-target]')
  if (element === null) throw new Error('Nothing is marked as the target')
  return element
}

describe('a shortcut', () => {
  it('runs on its keys, and the browser’s own meaning does not', () => {
    const run = vi.fn()
    shortcuts.register(shortcut('Mod+K', { run }))
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false)
    expect(run).toHaveBeenCalledTimes(1)
    expect(fireEvent.keyDown(document.body, { key: 'k' })).toBe(true)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it.each([
    '<input data-target>',
    '<input type="search" data-target>',
    '<textarea data-target></textarea>',
    '<select data-target></select>',
    '<div contenteditable="true"><b data-target>text</b></div>',
  ])('leaves %s to the one who types', (html) => {
    const run = vi.fn()
    const always = vi.fn()
    shortcuts.register(shortcut('?', { run }))
    shortcuts.register(shortcut('Mod+K', { run: always, reach: 'typing' }))
    const target = put(html)
    expect(fireEvent.keyDown(target, { key: '?', shiftKey: true })).toBe(true)
    fireEvent.keyDown(target, { key: 'k', ctrlKey: true })
    expect(run).not.toHaveBeenCalled()
    expect(always).toHaveBeenCalledTimes(1)
  })

  it.each(['<input type="checkbox" data-target>', '<button data-target></button>'])(
    'runs on %s, where nobody types',
    (html) => {
      const run = vi.fn()
      shortcuts.register(shortcut('?', { run }))
      fireEvent.keyDown(put(html), { key: '?' })
      expect(run).toHaveBeenCalledTimes(1)
    },
  )

  it('stays under an open dialog unless it reaches everywhere', () => {
    const run = vi.fn()
    const always = vi.fn()
    shortcuts.register(shortcut('?', { run }))
    shortcuts.register(shortcut('Mod+K', { run: always, reach: 'everywhere' }))
    renderHook(() => useOpenModal(() => undefined))
    const target = put('<button data-target></button>')
    fireEvent.keyDown(target, { key: '?' })
    fireEvent.keyDown(target, { key: 'k', ctrlKey: true })
    expect(run).not.toHaveBeenCalled()
    expect(always).toHaveBeenCalledTimes(1)
  })

  it('comes after an element that handled the key, and never while a word is composed', () => {
    const run = vi.fn()
    shortcuts.register(shortcut('Escape', { run }))
    const target = put('<button data-target></button>')
    target.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    fireEvent.keyDown(target, { key: 'Escape' })
    fireEvent.keyDown(target, { key: 'Escape', isComposing: true })
    expect(run).not.toHaveBeenCalled()
    fireEvent.keyDown(target, { key: 'Escape' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('runs once for keys held down, unless it repeats', () => {
    const once = vi.fn()
    const again = vi.fn()
    shortcuts.register(shortcut('A', { run: once }))
    shortcuts.register(shortcut('B', { run: again, isRepeating: true }))
    for (const key of ['a', 'b']) {
      fireEvent.keyDown(document.body, { key })
      fireEvent.keyDown(document.body, { key, repeat: true })
    }
    expect(once).toHaveBeenCalledTimes(1)
    expect(again).toHaveBeenCalledTimes(2)
  })

  it('works only while its condition is true, so that two may share keys', () => {
    const here = vi.fn()
    const there = vi.fn()
    let isHere = true
    shortcuts.register(shortcut('A', { run: here, when: () => isHere }))
    shortcuts.register(shortcut('A', { run: there, when: () => !isHere }))
    fireEvent.keyDown(document.body, { key: 'a' })
    isHere = false
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(here).toHaveBeenCalledTimes(1)
    expect(there).toHaveBeenCalledTimes(1)
  })

  it('is refused when its keys are taken, on either kind of machine', () => {
    shortcuts.register(shortcut(['Alt+1', 'Ctrl+K']))
    expect(() => shortcuts.register(shortcut('Ctrl+K'))).toThrow(ShortcutConflict)
    // Mod is Ctrl on one of the two.
    expect(() => shortcuts.register(shortcut('Mod+K', { when: () => false }))).toThrow(
      'Mod+K is “Does Alt+1,Ctrl+K” and cannot be “Does Mod+K”',
    )
    expect(shortcuts.list()).toHaveLength(1)
  })

  it('may be listed only, beside another that runs', () => {
    shortcuts.register(shortcut('Escape'))
    const { run: _, ...listed } = shortcut('Escape')
    shortcuts.register(listed)
    expect(shortcuts.list()).toHaveLength(2)
  })

  it('is removed by the returned function', () => {
    const run = vi.fn()
    const takeBack = shortcuts.register(shortcut('A', { run }))
    takeBack()
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(run).not.toHaveBeenCalled()
    shortcuts.register(shortcut('A'))
    expect(shortcuts.list()).toHaveLength(1)
  })
})
