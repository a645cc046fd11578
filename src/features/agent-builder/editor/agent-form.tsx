import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { LIMITS, type AgentDraft } from '#src/features/agent-builder/agent-draft.ts'
import { LogoChoice } from './logo-choice.tsx'
import { ToolChoice } from './tool-choice.tsx'

type AgentFormProps = { draft: AgentDraft; onChange: (draft: AgentDraft) => void }

export const AgentForm = ({ draft, onChange }: AgentFormProps) => {
  const set = (changes: Partial<AgentDraft>) => onChange({ ...draft, ...changes })
  return (
    <div className="grid gap-5">
      <Field label="Name">
        <Input
          dir="auto"
          maxLength={LIMITS.name}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <LogoChoice name={draft.name} logo={draft.logo} onChange={(logo) => set({ logo })} />
      <Field label="Description" hint="Shown when a chat with the agent is empty.">
        <TextArea
          dir="auto"
          rows={2}
          maxLength={LIMITS.description}
          value={draft.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field
        label="Instructions"
        hint="How the agent should behave. Needs an AI model; otherwise only tools are used."
      >
        <TextArea
          dir="auto"
          rows={6}
          maxLength={LIMITS.instructions}
          value={draft.instructions}
          onChange={(event) => set({ instructions: event.target.value })}
        />
      </Field>
      <ToolChoice chosen={draft.tools} onChange={(tools) => set({ tools })} />
      <Questions
        questions={draft.suggested_questions}
        onChange={(questions) => set({ suggested_questions: questions })}
      />
    </div>
  )
}

type QuestionsProps = {
  questions: readonly string[]
  onChange: (questions: string[]) => void
}

const Questions = ({ questions, onChange }: QuestionsProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 text-ui font-medium">Suggested questions</legend>
    {questions.map((question, index) => (
      <div key={index} className="flex items-center gap-1">
        <Input
          aria-label={`Question ${index + 1}`}
          dir="auto"
          maxLength={LIMITS.question}
          value={question}
          onChange={(event) => onChange(questions.with(index, event.target.value))}
        />
        <IconButton
          label={`Remove question ${index + 1}`}
          icon={<X size={15} />}
          onClick={() => onChange(questions.toSpliced(index, 1))}
        />
      </div>
    ))}
    {questions.length < LIMITS.questions && (
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3 justify-self-start"
        icon={<Plus size={14} />}
        onClick={() => onChange([...questions, ''])}
      >
        Add a question
      </Button>
    )}
  </fieldset>
)
