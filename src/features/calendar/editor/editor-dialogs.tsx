import { toDraft } from '#src/features/calendar/model/draft.ts'
import { EventForm } from './event-form.tsx'
import { ImportDialog } from '#src/features/calendar/ics/import-dialog.tsx'
import type { Editor } from './use-editor.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { texts } from '#src/features/calendar/texts.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import type { Scope } from '#src/features/calendar/model/series.ts'

type EditorDialogsProps = {
  editor: Editor
  /** Returns the event that keeps the focus after its series was asked about; null for the opener. */
  findFocusAfterDialog: (asked: Occurrence) => HTMLElement | null
}

export const EditorDialogs = ({ editor, findFocusAfterDialog }: EditorDialogsProps) => {
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
          returnFocusTo={() => (editing.draft === null ? findFocusAfterDialog(occurrence) : null)}
        />
      )
    }
  }
}

const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    size="md"
    onClose={onClose}
    title={texts.keys.title}
    actions={<Button onClick={onClose}>{texts.keys.close}</Button>}
  >
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
      {texts.keys.list.map(([keys, meaning]) => (
        <div key={keys} className="contents">
          <dt>
            <Kbd look="text">{keys}</Kbd>
          </dt>
          <dd className="text-ui text-ink-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

type ScopeDialogProps = {
  kind: 'edit' | 'delete'
  title: string
  /** False for a changed rule, which one occurrence cannot have. */
  hasOne: boolean
  onChoose: (scope: Scope) => void
  onClose: () => void
  returnFocusTo: () => HTMLElement | null
}

const SCOPES = ['one', 'following', 'all'] as const

const ScopeDialog = ({
  kind,
  title,
  hasOne,
  onChoose,
  onClose,
  returnFocusTo,
}: ScopeDialogProps) => (
  <Dialog
    role="alertdialog"
    onClose={onClose}
    returnFocusTo={returnFocusTo}
    title={kind === 'edit' ? texts.scope.editTitle : texts.scope.deleteTitle}
    description={texts.scope.question(title)}
  >
    <div className="grid gap-2">
      {SCOPES.filter((scope) => scope !== 'one' || hasOne).map((scope) => (
        <Button key={scope} isWide onClick={() => onChoose(scope)}>
          {texts.scope[scope]}
        </Button>
      ))}
      <Button isWide variant="ghost" onClick={onClose}>
        {texts.scope.cancel}
      </Button>
    </div>
  </Dialog>
)
