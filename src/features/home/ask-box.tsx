import { CHAT_PATH } from '#contract/paths.ts'
import { Form } from '#src/ui/form/form.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useNavigate } from 'react-router-dom'
import { useSavedText } from '#src/platform/auth/saved-input.ts'
import { Button } from '#src/ui/form/button.tsx'

const MAX_CHARACTERS = 2_000

/** Questions that work without any setup. */
const IDEAS = [
  'What is my balance?',
  'Look up a wallet',
  'Analyze a contract address',
  'What can you do?',
] as const

/** Starts a global chat. Passes the question in the router state, not in the address. */
export const AskBox = () => {
  const [text, setText] = useSavedText('ask')
  const navigate = useNavigate()
  const ask = (question: string) => void navigate(CHAT_PATH, { state: { question } })
  const canAsk = text.trim() !== ''
  return (
    <div>
      <Form
        role="search"
        aria-label="Ask"
        onSubmit={() => {
          if (canAsk) ask(text.trim())
        }}
        className="flex items-center gap-2 rounded-xl bg-surface-raised p-2 pl-4 shadow-mid ring-1 ring-line-strong transition-shadow ring-inset focus-within:ring-2 focus-within:ring-accent-ink"
      >
        <input
          value={text}
          aria-label="Ask anything"
          placeholder="Ask about a token or a wallet"
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          className="h-11 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
        />
        <IconButton
          variant="primary"
          type="submit"
          label="Ask"
          tip="Ask (Enter)"
          icon={<ArrowUp size={18} />}
          disabled={!canAsk}
          className="size-11"
        />
      </Form>
      <ul
        aria-label="Ideas"
        className="-mx-1 mt-2 flex flex-wrap gap-2 p-1 @max-3xl:flex-nowrap @max-3xl:overflow-x-auto"
      >
        {IDEAS.map((idea) => (
          <li key={idea}>
            <Button variant="chip" onClick={() => ask(idea)}>
              {idea}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
