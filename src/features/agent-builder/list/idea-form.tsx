import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { getRetryTime } from '#src/lib/api/api-error.ts'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { useSavedText } from '#src/platform/auth/saved-input.ts'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { EMPTY_DRAFT, LIMITS, type AgentDraft } from '#src/features/agent-builder/agent-draft.ts'
import { useDraft } from '#src/features/agent-builder/agents-api.ts'
import type { DraftOrigin } from '#src/features/agent-builder/editor/edited-agent.ts'
import { offeredIdea } from '#src/features/agent-builder/offered-idea.ts'
import { findScheduleWish } from '#src/features/agent-builder/schedule/schedule-wish.ts'
import { findLimitations } from './limitations.ts'

const EXAMPLES = [
  'Explain what a transaction did, in plain words',
  'Watch the largest holders of a token',
  'Check a wallet before I copy its trades',
] as const

type IdeaFormProps = {
  onDraft: (draft: AgentDraft, made?: DraftOrigin) => void
}

/** Drafts an agent from an idea. A draft under way can be cancelled. */
const useDrafting = (onDraft: IdeaFormProps['onDraft']) => {
  const running = useRef<AbortController | null>(null)
  const draft = useDraft()
  useEffect(() => () => running.current?.abort(), [])
  const start = async (idea: string) => {
    const control = new AbortController()
    running.current = control
    try {
      const { engine, ...made } = await draft.mutateAsync({ idea, signal: control.signal })
      onDraft(made, {
        engine,
        limitations: findLimitations(idea, made.tools.length),
        wish: findScheduleWish(idea),
      })
    } catch {
      // A cancelled draft is not a failure.
      if (control.signal.aborted) draft.reset()
    }
  }
  return {
    start,
    cancel: () => running.current?.abort(),
    isPending: draft.isPending,
    error: draft.error,
    isTooEarly: useIsTooEarly(getRetryTime(draft.error)),
  }
}

/** Returns the text of the form and its setter. An idea from a chat replaces the text. */
const useIdea = () => {
  const [idea, setIdea] = useSavedText('agent-idea')
  const offered = useStore(offeredIdea, (state) => state.idea)
  useEffect(() => {
    if (offered === null) return
    setIdea(offered)
    offeredIdea.setState({ idea: null })
  }, [offered, setIdea])
  return [idea, setIdea] as const
}

export const IdeaForm = ({ onDraft }: IdeaFormProps) => {
  const [idea, setIdea] = useIdea()
  const [isMissing, setIsMissing] = useState(false)
  const drafting = useDrafting(onDraft)
  const submit = () => {
    const text = idea.trim()
    setIsMissing(text === '')
    if (text !== '' && !drafting.isTooEarly) void drafting.start(text)
  }
  return (
    <Form className="grid grid-cols-1 gap-3" onSubmit={submit}>
      <Field
        label="What should your agent do?"
        hint="Describe it in your own words. You can change everything afterwards."
        error={isMissing ? 'Describe your idea first.' : drafting.error?.message}
      >
        <TextArea
          rows={3}
          maxLength={LIMITS.idea}
          value={idea}
          placeholder={EXAMPLES[0]}
          onChange={(event) => {
            setIdea(event.target.value)
            setIsMissing(false)
          }}
        />
      </Field>
      <Examples onChoose={setIdea} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          isLoading={drafting.isPending}
          disabled={drafting.isTooEarly}
          icon={<Sparkles size={16} />}
        >
          {drafting.isPending ? 'Drafting…' : 'Draft my agent'}
        </Button>
        {drafting.isPending ? (
          <Button variant="ghost" onClick={drafting.cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="ghost" onClick={() => onDraft(EMPTY_DRAFT)}>
            Start from scratch
          </Button>
        )}
      </div>
    </Form>
  )
}

const Examples = ({ onChoose }: { onChoose: (idea: string) => void }) => (
  <div className="flex flex-wrap gap-2">
    {EXAMPLES.map((example) => (
      <Button key={example} variant="chip" onClick={() => onChoose(example)}>
        {example}
      </Button>
    ))}
  </div>
)
