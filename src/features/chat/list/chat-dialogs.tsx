import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chat } from '#contract/chat/chat.ts'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx'
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
  const rename = useMutation({ mutationFn: onRename, onSuccess: onClose })
  const canSave = title.trim() !== ''
  return (
    <Dialog onClose={onClose} title="Rename chat">
      <Form
        className="grid gap-6"
        onSubmit={() => {
          if (canSave) rename.mutate(title.trim())
        }}
      >
        <Field label="Title" error={rename.error?.message}>
          <Input
            autoFocus
            value={title}
            maxLength={MAX_TITLE}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canSave} isLoading={rename.isPending}>
            Rename
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

export const DeleteChatDialog = ({
  chat,
  onClose,
  onDelete,
}: DialogProps & { onDelete: () => Promise<void> }) => {
  const remove = useMutation({ mutationFn: onDelete, onSuccess: onClose })
  return (
    <ConfirmDialog
      title="Delete this chat?"
      description={`“${chat.title}” and all its messages will be gone for good.`}
      confirm="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {remove.isError && (
        <p role="alert" className="text-danger">
          {remove.error.message}
        </p>
      )}
    </ConfirmDialog>
  )
}
