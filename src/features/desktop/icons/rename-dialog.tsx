import { useState } from 'react'
import { parseIconName, desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { findIconElement } from './focus-icon.ts'

export const RenameDialog = ({ path, label }: { path: string; label: string }) => {
  const [typed, setTyped] = useState(label)
  const isAcceptable = parseIconName(typed) !== null
  const submit = () => {
    if (!isAcceptable) return
    desktopIcons.rename(path, typed)
    desktop.endRename()
  }
  return (
    <Dialog
      onClose={desktop.endRename}
      title="Rename application"
      returnFocusTo={() => findIconElement(path)}
    >
      <Form onSubmit={submit}>
        <Field label="Name" hint="Only on this desktop">
          <Input
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={desktop.endRename}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isAcceptable}>
            Confirm
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
