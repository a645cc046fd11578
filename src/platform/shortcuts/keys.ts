/** One combination of keys, such as `Mod+Shift+K`; `Mod` is Command on Apple machines and Control elsewhere. */
export type Combination = {
  key: string
  isMod: boolean
  isCtrl: boolean
  isAlt: boolean
  isShift: boolean
}

export type Machine = 'apple' | 'other'

/** What a keyboard event tells of the keys that are down. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

const MODIFIERS = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const
type Modifier = (typeof MODIFIERS)[number]

const isModifier = (part: string): part is Modifier =>
  (MODIFIERS as readonly string[]).includes(part)

/** Reads `Alt+Shift+ArrowLeft`. Throws on what is not modifiers followed by one key. */
export const parseKeys = (keys: string): Combination => {
  // The plus sign is also a key.
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

/** The key above Tab, whatever is printed on it. */
const ABOVE_TAB = '`'

/** A sign such as `?` is typed with Shift on one keyboard and without on another. */
const isSign = (key: string) => key.length === 1 && key !== ABOVE_TAB && !/[\p{L}\p{N} ]/u.test(key)

/** What stands on the pressed key of a Latin keyboard, for those who type in another script. */
const latinKey = (code: string): string | null =>
  code === 'Backquote'
    ? ABOVE_TAB
    : (/^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? null)

const isPressedKey = ({ key, isAlt }: Combination, press: KeyPress): boolean => {
  // An accent that waits for its letter has no key of its own.
  if (press.key.length > 1 && press.key !== 'Dead') return press.key === key
  if (press.key.toLowerCase() === key) return true
  // With Alt, Apple keyboards give another sign; in other scripts the letter is another one.
  const isForeign = isAlt || !/^[\u0020-\u007e]$/.test(press.key)
  return isForeign && latinKey(press.code) === key
}

export const matches = (combination: Combination, press: KeyPress, machine: Machine): boolean => {
  const wantsMeta = combination.isMod && machine === 'apple'
  const wantsCtrl = combination.isCtrl || (combination.isMod && machine === 'other')
  return (
    press.metaKey === wantsMeta &&
    press.ctrlKey === wantsCtrl &&
    press.altKey === combination.isAlt &&
    (press.shiftKey === combination.isShift || isSign(combination.key)) &&
    isPressedKey(combination, press)
  )
}

/** The same text for the same combination on a machine, however it was written. */
export const canonicalKeys = (combination: Combination, machine: Machine): string =>
  [
    combination.isMod && machine === 'apple' ? 'Meta' : null,
    combination.isCtrl || (combination.isMod && machine === 'other') ? 'Ctrl' : null,
    combination.isAlt ? 'Alt' : null,
    combination.isShift && !isSign(combination.key) ? 'Shift' : null,
    combination.key,
  ]
    .filter((part) => part !== null)
    .join('+')

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

/** What stands on each key to press, in the order of the machine: `⇧ ⌘ K` or `Ctrl Shift K`. */
export const keyFaces = (keys: string, machine: Machine): string[] => {
  const { key, isMod, isCtrl, isAlt, isShift } = parseKeys(keys)
  const face = KEY_FACES[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  const isApple = machine === 'apple'
  const faces = isApple
    ? [isCtrl && '⌃', isAlt && '⌥', isShift && '⇧', isMod && '⌘', face]
    : [(isCtrl || isMod) && 'Ctrl', isAlt && 'Alt', isShift && 'Shift', face]
  return faces.filter((part) => part !== false)
}

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

/** The same for those who hear it: `Command Shift K`. */
export const spokenKeys = (keys: string, machine: Machine): string =>
  keyFaces(keys, machine)
    .map((face) => SPOKEN[face] ?? face)
    .join(' ')

/** The value of `aria-keyshortcuts` (WAI-ARIA 1.2 §6.7). */
export const ariaKeys = (keys: string, machine: Machine): string => {
  const { key, isMod, isCtrl, isAlt, isShift } = parseKeys(keys)
  const isMeta = isMod && machine === 'apple'
  return [
    isMeta ? 'Meta' : null,
    isCtrl || (isMod && !isMeta) ? 'Control' : null,
    isAlt ? 'Alt' : null,
    isShift ? 'Shift' : null,
    key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter((part) => part !== null)
    .join('+')
}
