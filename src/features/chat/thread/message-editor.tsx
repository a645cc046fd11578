import { useState } from 'react'
import { MAX_MESSAGE_CHARACTERS } from '#contract/chat/chat.ts'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'

type EditorProps = { text: string; onCancel: () => void; onSave: (text: string) => void }

/** A question to be asked again in other words; its old version and what followed stay beside it. */
export const MessageEditor = ({ text, onCancel, onSave }: EditorProps) => {
  const [edited, setEdited] = useState(text)
  const canSave = edited.trim() !== ''
  return (
    <Form
      className="grid w-full gap-2"
      onSubmit={() => {
        if (canSave) onSave(edited.trim())
      }}
    >
      <TextArea
        autoFocus
        aria-label="Edit message"
        value={edited}
        maxLength={MAX_MESSAGE_CHARACTERS}
        rows={Math.min(8, edited.split('\n').length + 1)}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (canSave) onSave(edited.trim())
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={!canSave}>
          Send again
        </Button>
      </div>
    </Form>
  )
}
