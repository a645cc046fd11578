import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAriaKeys,
  normalizeKeys,
  listKeyFaces,
  matches,
  parseKeys,
  formatSpokenKeys,
} from '#src/platform/shortcuts/keys.ts'
import type { KeyPress } from '#src/platform/shortcuts/keys.ts'
import { detectKeyboardType } from '#src/platform/shortcuts/keyboard-type.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('a combination of keys', () => {
  it.each([
    ['Mod+K', press('k', { ctrlKey: true }), 'other', true],
    ['Mod+K', press('k', { metaKey: true }), 'apple', true],
    ['Mod+K', press('k', { ctrlKey: true }), 'apple', false],
    ['Mod+K', press('k', { metaKey: true }), 'other', false],
    ['Mod+K', press('K', { ctrlKey: true }), 'other', true],
    ['Mod+K', press('K', { ctrlKey: true, shiftKey: true }), 'other', false],
    ['Mod+K', press('k', { ctrlKey: true, altKey: true }), 'other', false],
    ['Mod+K', press('k'), 'other', false],
    ['Mod+K', press('л', { ctrlKey: true, code: 'KeyK' }), 'other', true],
    ['Mod+K', press('t', { ctrlKey: true, code: 'KeyK' }), 'other', false],
    ['?', press('?', { shiftKey: true }), 'other', true],
    ['?', press('?'), 'apple', true],
    ['?', press('/'), 'other', false],
    ['Alt+ArrowLeft', press('ArrowLeft', { altKey: true }), 'other', true],
    ['Alt+ArrowLeft', press('ArrowLeft', { altKey: true, shiftKey: true }), 'other', false],
    ['Alt+W', press('∑', { altKey: true, code: 'KeyW' }), 'apple', true],
    ['Ctrl+Tab', press('Tab', { ctrlKey: true }), 'apple', true],
    ['Mod++', press('+', { ctrlKey: true, shiftKey: true }), 'other', true],
  ] as const)('%s against %o on %s: %s', (keys, pressed, machine, expected) => {
    expect(matches(parseKeys(keys), pressed, machine)).toBe(expected)
  })

  it.each(['', 'Mod', 'K+Mod', 'Hyper+K', 'Mod+Mod+K'])('refuses to read “%s”', (keys) => {
    expect(() => parseKeys(keys)).toThrow('Not a combination of keys')
  })

  it('has one canonical form in whatever order its modifiers are written', () => {
    const modifiers = fc.shuffledSubarray(['Mod', 'Ctrl', 'Alt', 'Shift'])
    fc.assert(
      fc.property(modifiers, fc.constantFrom('K', 'ArrowUp', '?', 'Escape'), (held, key) => {
        const written = normalizeKeys(parseKeys([...held, key].join('+')), 'apple')
        const reversed = normalizeKeys(parseKeys([...held.toReversed(), key].join('+')), 'apple')
        expect(written).toBe(reversed)
      }),
    )
  })

  it('shows and announces the keys by their names on the platform', () => {
    expect(listKeyFaces('Mod+Shift+K', 'apple')).toEqual(['⇧', '⌘', 'K'])
    expect(listKeyFaces('Mod+Shift+K', 'other')).toEqual(['Ctrl', 'Shift', 'K'])
    expect(listKeyFaces('Alt+ArrowLeft', 'other')).toEqual(['Alt', '←'])
    expect(formatSpokenKeys('Mod+K', 'apple')).toBe('Command K')
    expect(formatSpokenKeys('?', 'other')).toBe('Question mark')
    expect(formatAriaKeys('Mod+K', 'apple')).toBe('Meta+K')
    expect(formatAriaKeys('Mod+Shift+ArrowUp', 'other')).toBe('Control+Shift+ArrowUp')
  })
})

describe('the machine', () => {
  it.each([
    ['MacIntel', 'apple'],
    ['iPhone', 'apple'],
    ['Win32', 'other'],
    ['Linux x86_64', 'other'],
  ])('%s is %s', (platform, machine) => {
    expect(detectKeyboardType({ platform } as Navigator)).toBe(machine)
  })
})
