import Bookmark from 'lucide-react/icons/bookmark'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { formatNumber } from '#contract/numbers.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { RemoveButton } from '#src/ui/overlay/remove-button.tsx'
import {
  MAX_PROMPTS,
  MAX_PROMPT_TEXT,
  prompts,
  toPromptName,
  usePrompts,
  type Prompt,
} from './prompts.ts'

const FULL_NOTICE = `You have ${MAX_PROMPTS} prompts. Delete one to add another.`
const NEW: Prompt = { name: '', text: '' }

type PromptsDialogProps = {
  /** Text of a new prompt to start with; null to start with the list. */
  newText: string | null
  onClose: () => void
}

/** Lists, adds, changes and deletes the user's prompts. */
export const PromptsDialog = ({ newText, onClose }: PromptsDialogProps) => {
  const [edited, setEdited] = useState(newText === null ? null : { ...NEW, text: newText })
  const leave = newText === null ? () => setEdited(null) : onClose
  if (edited !== null) return <EditPrompt prompt={edited} onLeave={leave} onClose={onClose} />
  return <PromptList onEdit={setEdited} onClose={onClose} />
}

type PromptListProps = { onEdit: (prompt: Prompt) => void; onClose: () => void }

const PromptList = ({ onEdit, onClose }: PromptListProps) => {
  const saved = usePrompts()
  const isFull = saved.length >= MAX_PROMPTS
  return (
    <Dialog
      size="md"
      title="Saved prompts"
      description="They stay in this browser. Type /name in a chat to insert one."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Plus size={16} />}
            disabled={isFull}
            onClick={() => onEdit(NEW)}
          >
            New prompt
          </Button>
        </>
      }
    >
      {saved.length === 0 && (
        <EmptyState icon={<Bookmark size={22} />} title="No prompts yet">
          Save a text that you ask often.
        </EmptyState>
      )}
      {isFull && <p className="mb-2 text-ui text-warning">{FULL_NOTICE}</p>}
      {saved.length > 0 && (
        <ul aria-label="Prompts" className="divide-y rounded-lg ring-1 ring-line ring-inset">
          {saved.map((prompt) => (
            <li key={prompt.name} className="flex items-center gap-1 py-1.5 pr-1.5 pl-3">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-mono text-ui">/{prompt.name}</span>
                <span className="block truncate text-ui text-ink-muted" dir="auto">
                  {prompt.text}
                </span>
              </span>
              <IconButton
                size="sm"
                label={`Edit ${prompt.name}`}
                icon={<Pencil size={15} />}
                onClick={() => onEdit(prompt)}
              />
              <RemoveButton
                label={`Delete ${prompt.name}`}
                question="Delete this prompt?"
                description={`“${prompt.name}” will be gone for good.`}
                confirm="Delete"
                onRemove={() => prompts.remove(prompt.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type EditPromptProps = { prompt: Prompt; onLeave: () => void; onClose: () => void }

const EditPrompt = ({ prompt, onLeave, onClose }: EditPromptProps) => {
  const saved = usePrompts()
  const [name, setName] = useState(prompt.name)
  const [text, setText] = useState(prompt.text)
  const isNew = prompt.name === ''
  const key = toPromptName(name)
  const others = saved.filter((other) => other.name !== prompt.name)
  const isTaken = others.some((other) => other.name === key)
  const isFull = others.length >= MAX_PROMPTS
  const isTooLong = text.trim().length > MAX_PROMPT_TEXT
  const canSave = key !== '' && text.trim() !== '' && !isTaken && !isFull && !isTooLong
  const problem = isFull ? FULL_NOTICE : isTaken ? 'You have a prompt with this name.' : undefined
  return (
    <Dialog size="md" title={isNew ? 'New prompt' : 'Edit prompt'} onClose={onClose}>
      <Form
        className="grid gap-4"
        onSubmit={() => {
          if (canSave && prompts.save({ name: key, text: text.trim() }, prompt.name)) onLeave()
        }}
      >
        <Field
          label="Name"
          hint={key === '' ? 'One word, such as risks' : `Type /${key} to insert it`}
          error={problem}
        >
          <Input
            autoFocus
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Text"
          error={
            isTooLong ? `At most ${formatNumber(MAX_PROMPT_TEXT)} characters are kept` : undefined
          }
        >
          <TextArea rows={6} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onLeave}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canSave}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
