import { thisKeyboard, type KeyboardType } from './keyboard-type.ts'

/** One combination, such as `Mod+Shift+K`; `Mod` is Command on Apple machines and Control elsewhere. */
export type Combination = {
  key: string
  isMod: boolean
  isCtrl: boolean
  isAlt: boolean
  isShift: boolean
}

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

const MODIFIERS = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const
type Modifier = (typeof MODIFIERS)[number]

const isModifier = (part: string): part is Modifier =>
  (MODIFIERS as readonly string[]).includes(part)

/** Reads text such as `Alt+Shift+ArrowLeft`. Throws `TypeError` unless it is modifiers followed by one key. */
export const parseKeys = (keys: string): Combination => {
  const parts = keys.endsWith('+')
    ? [...keys.slice(0, -1).split('+').filter(Boolean), '+']
    : keys.split('+')
  const key = parts.at(-1) ?? ''
  const modifiers = parts.slice(0, -1)
  const isReadable =
    key !== '' &&
    !isModifier(key) &&
    modifiers.every(isModifier) &&
    new Set(modifiers).size === modifiers.length
  if (!isReadable) throw new TypeError(`Not a combination of keys: ${keys}`)
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    isMod: modifiers.includes('Mod'),
    isCtrl: modifiers.includes('Ctrl'),
    isAlt: modifiers.includes('Alt'),
    isShift: modifiers.includes('Shift'),
  }
}

/** The key above Tab on any layout. */
const ABOVE_TAB = '`'

/** Some keyboards need Shift for a symbol such as `?`, others do not. */
const isSymbol = (key: string) =>
  key.length === 1 && key !== ABOVE_TAB && !/[\p{L}\p{N} ]/u.test(key)

/** Returns the Latin letter of a key, for users who type in another script. */
const getLatinKey = (code: string): string | null =>
  code === 'Backquote'
    ? ABOVE_TAB
    : (/^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? null)

const isPressedKey = ({ key, isAlt }: Combination, press: KeyPress): boolean => {
  // A dead key waits for its letter and has no value of its own.
  if (press.key.length > 1 && press.key !== 'Dead') return press.key === key
  if (press.key.toLowerCase() === key) return true
  // Alt changes the letter on Apple keyboards, and other scripts have other letters.
  const isForeign = isAlt || !/^[\u0020-\u007e]$/.test(press.key)
  return isForeign && getLatinKey(press.code) === key
}

const resolveModifiers = (
  { isMod, isCtrl, isAlt, isShift }: Combination,
  keyboard: KeyboardType,
) => ({
  isMeta: isMod && keyboard === 'apple',
  isCtrl: isCtrl || (isMod && keyboard === 'other'),
  isAlt,
  isShift,
})

/** Returns true if a key press is the combination on this keyboard. */
export const matches = (
  combination: Combination,
  press: KeyPress,
  keyboard: KeyboardType,
): boolean => {
  const { isMeta, isCtrl, isAlt, isShift } = resolveModifiers(combination, keyboard)
  return (
    press.metaKey === isMeta &&
    press.ctrlKey === isCtrl &&
    press.altKey === isAlt &&
    (press.shiftKey === isShift || isSymbol(combination.key)) &&
    isPressedKey(combination, press)
  )
}

/** Returns the same text for the same combination, however it was written. */
export const normalizeKeys = (combination: Combination, keyboard: KeyboardType): string => {
  const { isMeta, isCtrl, isAlt, isShift } = resolveModifiers(combination, keyboard)
  const { key } = combination
  return joinKeys([
    isMeta && 'Meta',
    isCtrl && 'Ctrl',
    isAlt && 'Alt',
    isShift && !isSymbol(key) && 'Shift',
    key,
  ])
}

const joinKeys = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join('+')

const KEY_FACES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
  ' ': 'Space',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Delete: 'Del',
}

const capitalize = (key: string) => (key.length === 1 ? key.toUpperCase() : key)

/** Returns the label of each key in the keyboard's order: `⇧ ⌘ K` or `Ctrl Shift K`. */
export const listKeyFaces = (keys: string, keyboard = thisKeyboard): string[] => {
  const combination = parseKeys(keys)
  const { isMeta, isCtrl, isAlt, isShift } = resolveModifiers(combination, keyboard)
  const face = KEY_FACES[combination.key] ?? capitalize(combination.key)
  const faces =
    keyboard === 'apple'
      ? [isCtrl && '⌃', isAlt && '⌥', isShift && '⇧', isMeta && '⌘', face]
      : [isCtrl && 'Ctrl', isAlt && 'Alt', isShift && 'Shift', face]
  return faces.filter((part) => part !== false)
}

/** Returns the labels in one text: `Ctrl Shift K`. */
export const formatKeys = (keys: string): string => listKeyFaces(keys).join(' ')

const SPOKEN: Readonly<Record<string, string>> = {
  '⌃': 'Control',
  '⌥': 'Option',
  '⇧': 'Shift',
  '⌘': 'Command',
  '←': 'Left arrow',
  '→': 'Right arrow',
  '↑': 'Up arrow',
  '↓': 'Down arrow',
  '↵': 'Enter',
  Esc: 'Escape',
  Del: 'Delete',
  Ctrl: 'Control',
  '?': 'Question mark',
}

/** Returns the words for screen readers: `Command Shift K`. */
export const formatSpokenKeys = (keys: string, keyboard = thisKeyboard): string =>
  listKeyFaces(keys, keyboard)
    .map((face) => SPOKEN[face] ?? face)
    .join(' ')

/** Returns the value of `aria-keyshortcuts` (WAI-ARIA 1.2 §6.7). */
export const formatAriaKeys = (keys: string, keyboard = thisKeyboard): string => {
  const combination = parseKeys(keys)
  const { isMeta, isCtrl, isAlt, isShift } = resolveModifiers(combination, keyboard)
  const key = combination.key === ' ' ? 'Space' : capitalize(combination.key)
  return joinKeys([isMeta && 'Meta', isCtrl && 'Control', isAlt && 'Alt', isShift && 'Shift', key])
}
