import { formatNumber } from '#contract/numbers.ts'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { KeyboardEvent, Ref } from 'react'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { personalStorage } from '#src/platform/auth/personal-storage.ts'
import { keepDraft, recall } from './drafts.ts'
import type { Recall } from './drafts.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'

/** The server takes no more in one message. */
const MAX_CHARACTERS = 32_000
/** From here on the count is shown. */
const COUNT_FROM = 28_000
const DRAFT_DELAY_MS = 300
const MAX_HEIGHT_PX = 220

export type ComposerHandle = {
  /** Puts a message that was not sent back, before what has been typed since. */
  giveBack: (text: string) => void
  focus: () => void
}

type ComposerProps = {
  /** Where what is typed is kept until it is sent. */
  draftKey: string
  placeholder: string
  /** Earlier questions of this chat, oldest first. */
  questions: readonly string[]
  /** The chat's messages are on their way; what is sent waits for them. */
  isLoading: boolean
  isRunning: boolean
  isStopping: boolean
  onSend: (text: string) => void
  onStop: () => void
  ref?: Ref<ComposerHandle>
}

/** Where a message is written: Enter sends, Shift+Enter begins a line, the up arrow brings earlier questions back. */
export const Composer = ({
  draftKey,
  placeholder,
  questions,
  isLoading,
  isRunning,
  isStopping,
  onSend,
  onStop,
  ref,
}: ComposerProps) => {
  // What is left unsent at sign-out still goes to the user who typed it.
  const [storage] = useState(personalStorage)
  const [text, setText] = useState(() => storage.get(draftKey) ?? '')
  const [recalled, setRecalled] = useState<Recall | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isTooLong = text.length > MAX_CHARACTERS
  const canSend = text.trim() !== '' && !isTooLong && !isRunning

  // As high as its text, up to a limit.
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [text])
  useDraft(storage, draftKey, text)

  const write = (next: string) => {
    setText(next)
    setRecalled(null)
    setIsWaiting(false)
  }
  useImperativeHandle(ref, () => ({
    giveBack: (returned) => {
      setText((typed) =>
        typed.includes(returned) ? typed : typed === '' ? returned : `${returned}\n\n${typed}`,
      )
      setRecalled(null)
      setIsWaiting(false)
    },
    focus: () => area.current?.focus(),
  }))

  const send = () => {
    if (!canSend) return
    if (isLoading) {
      setIsWaiting(true)
      return
    }
    const message = text.trim()
    write('')
    storage.remove(draftKey)
    onSend(message)
  }
  const sendWaiting = useEffectEvent(send)
  useEffect(() => {
    if (!isWaiting || isLoading) return undefined
    const timer = setTimeout(sendWaiting)
    return () => clearTimeout(timer)
  }, [isWaiting, isLoading])

  const walk = (event: KeyboardEvent<HTMLTextAreaElement>, direction: 'older' | 'newer') => {
    const isFree = text === '' || recalled !== null
    if (!isFree) return
    const found = recall(questions, { recalled, text }, direction)
    if (found === null) return
    event.preventDefault()
    setText(found.text)
    setRecalled(found.recalled)
  }

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends the composing of a word is not meant for us; old browsers say so by 229 alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp') walk(event, 'older')
    else if (event.key === 'ArrowDown') walk(event, 'newer')
    else if (event.key === 'Escape' && isRunning) onStop()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="rounded-xl bg-surface-raised shadow-mid ring-1 ring-line-strong transition-shadow ring-inset focus-within:ring-2 focus-within:ring-accent-ink"
    >
      <div className="flex items-end gap-2 p-2 pl-4">
        <textarea
          ref={area}
          rows={1}
          value={text}
          aria-label="Message"
          aria-invalid={isTooLong || undefined}
          placeholder={placeholder}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={handleKey}
          className="max-h-55 min-h-10 flex-1 resize-none bg-transparent py-2.5 text-lead leading-5 text-ink outline-none placeholder:text-ink-faint max-sm:text-base pointer-coarse:min-h-11 pointer-coarse:py-3"
        />
        {isRunning ? (
          <IconButton
            variant="ink"
            size="lg"
            label={isStopping ? 'Stopping' : 'Stop'}
            tip="Stop (Esc)"
            icon={<Square size={14} fill="currentColor" aria-hidden="true" />}
            disabled={isStopping}
            onClick={onStop}
          />
        ) : (
          <IconButton
            variant="primary"
            size="lg"
            type="submit"
            label="Send"
            tip="Send (Enter)"
            icon={<ArrowUp size={18} aria-hidden="true" />}
            disabled={!canSend}
          />
        )}
      </div>
      {isWaiting && (
        <p role="status" className="px-4 pb-2 text-2xs text-ink-muted">
          Sending once the chat has loaded…
        </p>
      )}
      {text.length >= COUNT_FROM && (
        <p
          role={isTooLong ? 'alert' : undefined}
          className={`tabular px-4 pb-2 text-2xs ${isTooLong ? 'text-danger' : 'text-ink-muted'}`}
        >
          {formatNumber(text.length)} of {formatNumber(MAX_CHARACTERS)} characters
          {isTooLong && ': too long to send'}
        </p>
      )}
    </form>
  )
}

/** Kept a moment after the last key, and when the composer or the page goes; a chat that gets its id takes the draft along. */
const useDraft = (storage: TextStorage, key: string, text: string) => {
  const latest = useRef({ key, text })
  useEffect(() => {
    if (latest.current.key !== key) storage.remove(latest.current.key)
    latest.current = { key, text }
    const timer = setTimeout(() => keepDraft(storage, key, text), DRAFT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [storage, key, text])
  useEffect(() => {
    const keepNow = () => keepDraft(storage, latest.current.key, latest.current.text)
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [storage])
}
