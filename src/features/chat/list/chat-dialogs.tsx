import { useState } from 'react'
import type { Chat } from '#contract/chat/chat.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'

const MAX_TITLE = 120

type DialogProps = { chat: Chat; onClose: () => void }

export const RenameChatDialog = ({
  chat,
  onClose,
  onRename,
}: DialogProps & { onRename: (title: string) => Promise<void> }) => {
  const [title, setTitle] = useState(chat.title)
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({
    isBusy: false,
    error: null,
  })
  const canSave = title.trim() !== ''
  const save = async () => {
    if (!canSave) return
    setState({ isBusy: true, error: null })
    try {
      await onRename(title.trim())
      onClose()
    } catch (error) {
      setState({ isBusy: false, error: getErrorMessage(error) })
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title="Rename chat">
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label="Title" error={state.error}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              value={title}
              maxLength={MAX_TITLE}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canSave} isLoading={state.isBusy}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const DeleteChatDialog = ({
  chat,
  onClose,
  onDelete,
}: DialogProps & { onDelete: () => Promise<void> }) => {
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({
    isBusy: false,
    error: null,
  })
  const remove = async () => {
    setState({ isBusy: true, error: null })
    try {
      await onDelete()
      onClose()
    } catch (error) {
      setState({ isBusy: false, error: getErrorMessage(error) })
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      title="Delete this chat?"
      description={`“${chat.title}” and all its messages will be gone for good.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={state.isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      {state.error !== null && (
        <p role="alert" className="text-danger">
          {state.error}
        </p>
      )}
    </Dialog>
  )
}
