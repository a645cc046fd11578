import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import {
  findSuggestions,
  findTyped,
  isWhole,
  lacksMentionable,
  type Sources,
  type Suggestion,
} from './suggestions.ts'

type SuggestionsOptions = Sources & {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
}

/** Offers commands after `/`, and apps and agents after `@`, while a name is typed. The focus stays in the field. */
export const useSuggestions = ({ area, text, write, ...sources }: SuggestionsOptions) => {
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [activeIndex, setActiveIndex] = useState(0)
  /** Start of the name whose list was closed. */
  const [closedStart, setClosedStart] = useState<number | null>(null)
  const caretAfterWrite = useRef<number | null>(null)
  useLayoutEffect(() => {
    const place = caretAfterWrite.current
    caretAfterWrite.current = null
    if (place !== null) area.current?.setSelectionRange(place, place)
  }, [area, text])

  const typed = findTyped(text, caret)
  const isOpen = typed !== null && typed.start !== closedStart
  const items = isOpen ? findSuggestions(sources, typed) : []

  const noticeCaret = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    const { selectionStart, value } = currentTarget
    if (selectionStart === caret) return
    setCaret(selectionStart)
    setActiveIndex(0)
    if (findTyped(value, selectionStart)?.start !== closedStart) setClosedStart(null)
  }
  const close = () => setClosedStart(typed?.start ?? null)
  const choose = (suggestion: Suggestion) => {
    if (typed === null) return
    const before = `${text.slice(0, typed.start)}${suggestion.text} `
    caretAfterWrite.current = before.length
    write(before + text.slice(caret).replace(/^ +/, ''))
    close()
  }

  /** Returns true if the list handled the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const active = items[activeIndex]
    const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey
    if (active === undefined || hasModifier) return false
    switch (event.key) {
      case 'ArrowDown':
        setActiveIndex((activeIndex + 1) % items.length)
        break
      case 'ArrowUp':
        setActiveIndex((activeIndex + items.length - 1) % items.length)
        break
      case 'Enter':
        // A name that has been typed in full needs no choice, so Enter sends.
        if (typed !== null && isWhole(active, typed)) return false
        choose(active)
        break
      case 'Tab':
        choose(active)
        break
      case 'Escape':
        close()
        break
      default:
        return false
    }
    event.preventDefault()
    return true
  }

  return {
    handleKey,
    lacksApps: isOpen && lacksMentionable(sources, typed),
    list: { id: listId, items, activeIndex, onChoose: choose },
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': items.length === 0 ? undefined : listId,
      'aria-activedescendant': items.length === 0 ? undefined : `${listId}-${activeIndex}`,
      onSelect: noticeCaret,
      onBlur: close,
    },
  }
}
