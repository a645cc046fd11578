import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useRef, useState } from 'react'
import { retryTimeOf } from '#src/lib/api/api-error.ts'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { EMPTY_DRAFT, LIMITS } from './agent-draft.ts'
import type { AgentDraft } from './agent-draft.ts'
import { useDraft } from './agents-api.ts'
import { limitationsOf } from './limitations.ts'

const EXAMPLES = [
  'Explain what a transaction did, in plain words',
  'Watch the largest holders of a token and tell me what they did lately',
  'Check a wallet before I copy its trades',
] as const

type IdeaFormProps = {
  onDraft: (draft: AgentDraft, made?: { engine: string | null; limitations: string[] }) => void
}

/** An idea in one's own words becomes a first draft, which is then edited. */
export const IdeaForm = ({ onDraft }: IdeaFormProps) => {
  const [idea, setIdea] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const running = useRef<AbortController | null>(null)
  const draft = useDraft()
  const isTooEarly = useIsTooEarly(retryTimeOf(draft.error))
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const text = idea.trim()
    setIsMissing(text === '')
    if (text === '' || isTooEarly) return
    const control = new AbortController()
    running.current = control
    try {
      const { engine, ...made } = await draft.mutateAsync({ idea: text, signal: control.signal })
      onDraft(made, { engine, limitations: limitationsOf(text, made.tools.length) })
    } catch {
      // The form shows a failure; a cancelled draft is none.
      if (control.signal.aborted) draft.reset()
    }
  }
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <Field
        label="What should your agent do?"
        hint="Describe it in your own words. You can change everything afterwards."
        error={
          isMissing ? 'Describe your idea first.' : draft.isError ? draft.error.message : undefined
        }
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={LIMITS.idea}
            value={idea}
            placeholder={EXAMPLES[0]}
            onChange={(event) => {
              setIdea(event.target.value)
              setIsMissing(false)
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {EXAMPLES.map((example) => (
          <Button
            key={example}
            size="sm"
            className="h-auto min-h-8 shrink py-1 text-left whitespace-normal"
            onClick={() => setIdea(example)}
          >
            {example}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          isLoading={draft.isPending}
          disabled={isTooEarly}
          icon={<Sparkles size={16} aria-hidden="true" />}
        >
          {draft.isPending ? 'Drafting…' : 'Draft my agent'}
        </Button>
        {draft.isPending ? (
          <Button variant="ghost" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <Button variant="ghost" onClick={() => onDraft(EMPTY_DRAFT)}>
            Start from scratch
          </Button>
        )}
      </div>
    </form>
  )
}
