import { isModalOpen } from '#src/ui/overlay/open-modals.ts'
import { normalizeKeys, matches, parseKeys, type KeyPress } from './keys.ts'
import { thisKeyboard, type KeyboardType } from './keyboard-type.ts'

/**
 * `page` works neither while typing nor under a dialog, `typing` also in a text field, `everywhere` also under a
 * dialog.
 */
type Reach = 'page' | 'typing' | 'everywhere'

export type Shortcut = {
  keys: string | readonly string[]
  label: string
  group: string
  /** Limits where the shortcut works. Two shortcuts may share keys if both have one. */
  when?: () => boolean
  /** Absent for keys that an element handles itself and that are only listed. */
  run?: (event: KeyboardEvent) => void
  reach?: Reach
  /** True if holding the keys down runs it again. */
  isRepeating?: boolean
}

export class ShortcutConflict extends Error {
  override name = 'ShortcutConflict'
}

export const getCombinations = ({ keys }: Pick<Shortcut, 'keys'>): readonly string[] =>
  typeof keys === 'string' ? [keys] : keys

const MACHINES: readonly KeyboardType[] = ['apple', 'other']

/** Returns the canonical text for each of `MACHINES`. */
const toCanonical = (keys: string): readonly string[] =>
  MACHINES.map((keyboard) => normalizeKeys(parseKeys(keys), keyboard))

const findSharedKeys = (one: Shortcut, other: Shortcut): string | undefined => {
  const ofOther = getCombinations(other).map(toCanonical)
  return getCombinations(one).find((keys) => {
    const wanted = toCanonical(keys)
    return ofOther.some((taken) => taken.some((it, keyboard) => it === wanted[keyboard]))
  })
}

/** Returns true unless the two have different conditions. */
const canBothHold = (one: Shortcut, other: Shortcut): boolean =>
  one.when === undefined || other.when === undefined || one.when === other.when

const findConflict = (wanted: Shortcut, existing: readonly Shortcut[]): string | null => {
  for (const other of existing) {
    if (wanted.run === undefined || other.run === undefined || !canBothHold(wanted, other)) continue
    const keys = findSharedKeys(wanted, other)
    if (keys !== undefined) return `${keys} is “${other.label}” and cannot be “${wanted.label}”`
  }
  return null
}

type PressContext = { isTyping: boolean; isUnderDialog: boolean }

const isInReach = (reach: Reach, { isTyping, isUnderDialog }: PressContext): boolean => {
  if (isUnderDialog) return reach === 'everywhere'
  return !isTyping || reach !== 'page'
}

type RunnableShortcut = Shortcut & { run: NonNullable<Shortcut['run']> }

const findShortcut = (
  shortcuts: readonly Shortcut[],
  press: KeyPress & { repeat?: boolean },
  { keyboard, ...context }: PressContext & { keyboard: KeyboardType },
): RunnableShortcut | undefined =>
  shortcuts.find(
    (shortcut): shortcut is RunnableShortcut =>
      shortcut.run !== undefined &&
      (press.repeat !== true || shortcut.isRepeating === true) &&
      isInReach(shortcut.reach ?? 'page', context) &&
      getCombinations(shortcut).some((keys) => matches(parseKeys(keys), press, keyboard)) &&
      (shortcut.when?.() ?? true),
  )

const NOT_TYPED_IN = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'radio',
  'range',
  'reset',
  'submit',
])

const isTypingIn = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement) return !NOT_TYPED_IN.has(target.type)
  return (
    target.closest('textarea, select, [contenteditable]:not([contenteditable="false"])') !== null
  )
}

export const createShortcuts = (keyboard: KeyboardType) => {
  let registered: readonly Shortcut[] = []

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const shortcut = findShortcut(registered, event, {
      keyboard,
      isTyping: isTypingIn(event.target),
      isUnderDialog: isModalOpen(),
    })
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run(event)
  }

  return {
    list: (): readonly Shortcut[] => registered,
    /** Returns a function that removes it. Throws a ShortcutConflict when the keys are taken. */
    register: (shortcut: Shortcut): (() => void) => {
      const conflict = findConflict(shortcut, registered)
      if (conflict !== null) throw new ShortcutConflict(conflict)
      registered = [...registered, shortcut]
      return () => {
        registered = registered.filter((other) => other !== shortcut)
      }
    },
    /** Returns a function that stops listening. Elements that handle a key themselves come first. */
    start: (): (() => void) => {
      window.addEventListener('keydown', onKeyDown)
      return () => window.removeEventListener('keydown', onKeyDown)
    },
  }
}

const shortcuts = createShortcuts(thisKeyboard)

export const listShortcuts = shortcuts.list
export const registerShortcut = shortcuts.register
export const startShortcuts = shortcuts.start
