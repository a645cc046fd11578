import { MAX_MESSAGE_CHARACTERS, type ChatCommand } from '#contract/chat/chat.ts'
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
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { recall, saveText, type Recall } from './drafts.ts'
import { PromptMenu } from '#src/features/chat/prompts/prompt-menu.tsx'
import { usePrompts } from '#src/features/chat/prompts/prompts.ts'
import { Form } from '#src/ui/form/form.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { NoAppsHint } from './no-apps-hint.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import type { Mentionable } from './mentions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** From this length on, the number of characters is shown. */
const COUNT_FROM = 28_000
const DRAFT_DELAY_MS = 300
const MAX_HEIGHT_PX = 220

export type ComposerHandle = {
  /** Inserts a message that was not sent before the text typed since. */
  restore: (text: string) => void
  focus: () => void
  /** Returns true if the focus is on the window around the field or, outside windows, on no element. */
  isNext: () => boolean
}

type ComposerProps = {
  /** Storage key of the draft. */
  draftKey: string
  placeholder: string
  /** Earlier questions of this chat, oldest first. */
  questions: readonly string[]
  /** Apps and agents that the chat can mention; null in the chat of an app. */
  mentionable: readonly Mentionable[] | null
  /** Empty until `onTypeCommand` has been called. */
  commands: readonly ChatCommand[]
  onTypeCommand: () => void
  /** True while the chat's messages load. A sent message waits for them. */
  isLoading: boolean
  isRunning: boolean
  isStopping: boolean
  onSend: (text: string) => void
  onStop: () => void
  ref?: Ref<ComposerHandle>
}

/** The message field. Enter sends, Shift+Enter starts a new line, and the up arrow recalls earlier questions. */
export const Composer = ({
  draftKey,
  placeholder,
  questions,
  mentionable,
  commands,
  onTypeCommand,
  isLoading,
  isRunning,
  isStopping,
  onSend,
  onStop,
  ref,
}: ComposerProps) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const message = useMessage(draftKey, questions)
  const { text } = message
  const isTooLong = text.length > MAX_MESSAGE_CHARACTERS
  const canSend = text.trim() !== '' && !isTooLong && !isRunning
  const { isWaiting, send, cancelWait } = useSendOnceLoaded({
    isLoading,
    canSend,
    onSend: () => onSend(message.take()),
  })
  useImperativeHandle(ref, () => ({
    restore: (returned) => {
      message.restore(returned)
      cancelWait()
    },
    focus: () => area.current?.focus(),
    isNext: () =>
      document.activeElement === (area.current?.closest('[data-window]') ?? document.body),
  }))

  const write = (next: string) => {
    message.write(next)
    cancelWait()
    if (next.startsWith('/')) onTypeCommand()
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (message.recall(event.key === 'ArrowUp' ? 'older' : 'newer')) event.preventDefault()
    } else if (event.key === 'Escape' && isRunning) onStop()
  }

  return (
    <Form
      onSubmit={send}
      className="relative rounded-xl bg-surface-raised shadow-mid ring-1 ring-line-strong transition-shadow ring-inset focus-within:ring-2 focus-within:ring-accent-ink"
    >
      <div className="flex items-end gap-2 p-2 pl-4">
        <MessageField
          area={area}
          text={text}
          placeholder={placeholder}
          mentionable={mentionable}
          commands={commands}
          onWrite={write}
          onKeyDown={handleKey}
        />
        <PromptMenu area={area} text={text} onWrite={write} />
        <SendOrStop
          isRunning={isRunning}
          isStopping={isStopping}
          canSend={canSend}
          onStop={onStop}
        />
      </div>
      <ComposerNotes length={text.length} isWaiting={isWaiting} />
    </Form>
  )
}

type MessageFieldProps = Pick<ComposerProps, 'placeholder' | 'mentionable' | 'commands'> & {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onWrite: (text: string) => void
  /** Gets the keys that the list of suggestions does not handle. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

const MessageField = ({
  area,
  text,
  placeholder,
  mentionable,
  commands,
  onWrite,
  onKeyDown,
}: MessageFieldProps) => {
  const prompts = usePrompts()
  const suggestions = useSuggestions({ area, text, write: onWrite, mentionable, commands, prompts })
  useLayoutEffect(() => {
    if (area.current !== null) fitHeight(area.current)
  }, [area, text])
  useLayoutEffect(() => {
    // Browsers place the caret before a draft.
    const field = area.current
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [area])
  return (
    <>
      <SuggestionList {...suggestions.list} />
      {suggestions.lacksApps && <NoAppsHint />}
      <textarea
        ref={area}
        rows={1}
        value={text}
        aria-label="Message"
        aria-invalid={text.length > MAX_MESSAGE_CHARACTERS || undefined}
        placeholder={placeholder}
        enterKeyHint="send"
        {...suggestions.fieldProps}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={(event) => {
          // Enter that ends an IME composition does not send. Old browsers report it by key code 229 alone.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (!suggestions.handleKey(event)) onKeyDown(event)
        }}
        className="max-h-55 min-h-10 flex-1 resize-none bg-transparent py-2.5 text-lead leading-5 text-ink outline-none placeholder:text-ink-faint max-sm:text-base pointer-coarse:min-h-11 pointer-coarse:py-3"
      />
    </>
  )
}

type SendOrStopProps = Pick<ComposerProps, 'isRunning' | 'isStopping' | 'onStop'> & {
  canSend: boolean
}

const SendOrStop = ({ isRunning, isStopping, canSend, onStop }: SendOrStopProps) =>
  isRunning ? (
    <IconButton
      variant="ink"
      size="lg"
      label={isStopping ? 'Stopping' : 'Stop'}
      tip="Stop (Esc)"
      icon={<Square size={14} fill="currentColor" />}
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
      icon={<ArrowUp size={18} />}
      disabled={!canSend}
    />
  )

const ComposerNotes = ({ length, isWaiting }: { length: number; isWaiting: boolean }) => {
  const isTooLong = length > MAX_MESSAGE_CHARACTERS
  return (
    <>
      {isWaiting && (
        <p role="status" className="px-4 pb-2 text-2xs text-ink-muted">
          Sending once the chat has loaded…
        </p>
      )}
      {length >= COUNT_FROM && (
        <p
          role={isTooLong ? 'alert' : undefined}
          className={`tabular px-4 pb-2 text-2xs ${isTooLong ? 'text-danger' : 'text-ink-muted'}`}
        >
          {formatNumber(length)} of {formatNumber(MAX_MESSAGE_CHARACTERS)} characters
          {isTooLong && ': too long to send'}
        </p>
      )}
    </>
  )
}

const fitHeight = (area: HTMLTextAreaElement): void => {
  area.style.height = 'auto'
  area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`
}

/** The text being written, which is saved as a draft and can be replaced by earlier questions. */
const useMessage = (draftKey: string, questions: readonly string[]) => {
  // After a sign-out, unsent text is still saved for the user who typed it.
  const [storage] = useState(getPersonalStorage)
  const [text, setText] = useState(() => storage.get(draftKey) ?? '')
  const [recalled, setRecalled] = useState<Recall | null>(null)
  useDraft(storage, draftKey, text)
  const write = (next: string) => {
    setText(next)
    setRecalled(null)
  }
  return {
    text,
    write,
    restore: (returned: string) => {
      setText((typed) =>
        typed.includes(returned) ? typed : typed === '' ? returned : `${returned}\n\n${typed}`,
      )
      setRecalled(null)
    },
    /** Returns the message without outer spaces, and clears the field and the draft. */
    take: (): string => {
      write('')
      storage.remove(draftKey)
      return text.trim()
    },
    /** Shows an earlier or later question. Returns false if there is none, or if something else is typed. */
    recall: (direction: 'older' | 'newer'): boolean => {
      if (text !== '' && recalled === null) return false
      const found = recall(questions, { recalled, text }, direction)
      if (found === null) return false
      setText(found.text)
      setRecalled(found.recalled)
      return true
    },
  }
}

type SendOnceLoadedOptions = { isLoading: boolean; canSend: boolean; onSend: () => void }

const useSendOnceLoaded = ({ isLoading, canSend, onSend }: SendOnceLoadedOptions) => {
  const [isWaiting, setIsWaiting] = useState(false)
  const send = () => {
    if (!canSend) return
    setIsWaiting(isLoading)
    if (!isLoading) onSend()
  }
  const sendWaiting = useEffectEvent(send)
  useEffect(() => {
    if (!isWaiting || isLoading) return undefined
    const timer = setTimeout(sendWaiting)
    return () => clearTimeout(timer)
  }, [isWaiting, isLoading])
  return { isWaiting, send, cancelWait: () => setIsWaiting(false) }
}

/**
 * Saves the text shortly after the last key, and when the composer or the page closes. When a chat gets its id, its
 * draft moves along.
 */
const useDraft = (storage: TextStorage, key: string, text: string) => {
  const latest = useRef({ key, text })
  useEffect(() => {
    if (latest.current.key !== key) storage.remove(latest.current.key)
    latest.current = { key, text }
    const timer = setTimeout(() => saveText(storage, key, text), DRAFT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [storage, key, text])
  useEffect(() => {
    const saveNow = () => saveText(storage, latest.current.key, latest.current.text)
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [storage])
}
