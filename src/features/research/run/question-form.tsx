import { formatNumber } from '#contract/numbers.ts'
import { MAX_QUESTION_CHARS } from '#contract/research/question-length.ts'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { formatPointsPrice } from '#src/platform/top-up/top-up-store.ts'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'

/** From this length on, the form shows how many characters are left. */
const NEARLY_FULL = 1_800

type QuestionFormProps = {
  label: string
  placeholder?: string
  initialQuery?: string
  /** A press copies one into the field. */
  examples: readonly string[]
  /** Shown at the end of the line below the box. */
  options?: ReactNode
  isBusy: boolean
  isOffline: boolean
  /** Why the last attempt did not start. */
  problem: string | null
  /** When a retry makes sense, in Unix milliseconds. */
  retryAtMs?: number | null
  /** Called with the typed text, which outlives the form. */
  onType?: (text: string) => void
  onAsk: (query: string) => void
}

/** A field for a question, with its price. Enter asks, Shift+Enter starts a new line. */
export const QuestionForm = ({
  label,
  placeholder = 'e.g. How much of the stake runs Firedancer?',
  initialQuery = '',
  examples,
  options,
  isBusy,
  isOffline,
  problem,
  retryAtMs = null,
  onType,
  onAsk,
}: QuestionFormProps) => {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initialQuery)
  const [isMissing, setIsMissing] = useState(false)
  const isTooEarly = useIsTooEarly(retryAtMs)
  const type = (typed: string) => {
    setText(typed)
    setIsMissing(false)
    onType?.(typed)
  }
  const tooLong = explainLength(text)
  const message = tooLong ?? (isMissing ? 'Write a question first.' : problem)
  const ask = () => {
    const query = text.trim()
    setIsMissing(query === '')
    if (query !== '' && tooLong === null && !isBusy && !isOffline && !isTooEarly) onAsk(query)
  }
  return (
    <Form className="grid grid-cols-1 gap-2" onSubmit={ask}>
      <label htmlFor={id} className="text-ui font-medium">
        {label}
      </label>
      <div className="flex gap-2 @max-lg:flex-col @lg:items-end">
        <TextArea
          id={id}
          ref={box}
          rows={2}
          className="max-h-48"
          placeholder={placeholder}
          value={text}
          aria-invalid={message !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            ask()
          }}
        />
        <Button
          type="submit"
          variant="primary"
          isLoading={isBusy}
          disabled={isOffline || isTooEarly}
          icon={<Search size={16} />}
        >
          Ask · 1 POINT
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Note id={`${id}-note`} message={message} characters={text.length} />
        {options}
      </div>
      {examples.length > 0 && (
        <Examples
          examples={examples}
          onPick={(example) => {
            type(example)
            box.current?.focus()
          }}
        />
      )}
    </Form>
  )
}

function explainLength(text: string): string | null {
  const excess = text.trim().length - MAX_QUESTION_CHARS
  return excess > 0
    ? `Too long by ${formatNumber(excess)} characters. Shorten it to ${formatNumber(MAX_QUESTION_CHARS)}.`
    : null
}

type NoteProps = { id: string; message: string | null; characters: number }

const Note = ({ id, message, characters }: NoteProps) => (
  <p
    id={id}
    role={message === null ? undefined : 'alert'}
    className={message === null ? 'text-ui text-ink-muted' : 'text-ui text-danger'}
  >
    {message ??
      (characters >= NEARLY_FULL
        ? `${formatNumber(MAX_QUESTION_CHARS - characters)} characters left.`
        : `A question costs ${formatPointsPrice(1)}. You’re refunded if no source answers it.`)}
  </p>
)

type ExamplesProps = { examples: readonly string[]; onPick: (example: string) => void }

const Examples = ({ examples, onPick }: ExamplesProps) => (
  <ul aria-label="Examples" className="flex flex-wrap gap-2">
    {examples.map((example) => (
      <li key={example} className="max-w-full">
        <Button variant="chip" onClick={() => onPick(example)}>
          {example}
        </Button>
      </li>
    ))}
  </ul>
)
