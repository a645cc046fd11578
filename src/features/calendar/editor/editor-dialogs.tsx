import { toDraft } from '#src/features/calendar/model/draft.ts'
import { EventForm } from './event-form.tsx'
import { ImportDialog } from '#src/features/calendar/ics/import-dialog.tsx'
import { KeysDialog } from '#src/features/calendar/keys-dialog.tsx'
import { ScopeDialog } from './scope-dialog.tsx'
import type { Editor } from './use-editor.ts'

export const EditorDialogs = ({ editor }: { editor: Editor }) => {
  const { editing, close } = editor
  switch (editing.kind) {
    case 'nothing':
      return null
    case 'keys':
      return <KeysDialog onClose={close} />
    case 'import':
      return (
        <ImportDialog
          file={editing.file}
          onClose={close}
          onImport={(events) => void editor.importEvents(events)}
        />
      )
    case 'form':
      return (
        <EventForm
          initial={editing.occurrence === null ? editing.draft : toDraft(editing.occurrence)}
          typed={editing.draft}
          occurrence={editing.occurrence}
          onClose={close}
          onSave={(draft) => editor.save(draft, editing.occurrence)}
          onDelete={() => {
            if (editing.occurrence !== null) editor.remove(editing.occurrence)
          }}
        />
      )
    case 'scope': {
      const { occurrence, fields } = editing
      return (
        <ScopeDialog
          kind={fields === null ? 'delete' : 'edit'}
          title={occurrence.event.title}
          hasOne={fields === null || fields.rule === occurrence.event.rule}
          onChoose={editor.chooseScope}
          onClose={editor.cancelScope}
        />
      )
    }
  }
}
