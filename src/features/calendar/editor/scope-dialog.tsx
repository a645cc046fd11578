import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import type { Scope } from '#src/features/calendar/model/series.ts'
import { texts } from '#src/features/calendar/texts.ts'

type ScopeDialogProps = {
  kind: 'edit' | 'delete'
  title: string
  /** False for a changed rule, which one occurrence cannot have. */
  hasOne: boolean
  onChoose: (scope: Scope) => void
  onClose: () => void
}

const SCOPES = ['one', 'following', 'all'] as const

export const ScopeDialog = ({ kind, title, hasOne, onChoose, onClose }: ScopeDialogProps) => (
  <Dialog
    role="alertdialog"
    onClose={onClose}
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
