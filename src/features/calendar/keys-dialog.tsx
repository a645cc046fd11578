import { Button } from '#src/ui/form/button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { texts } from './texts.ts'

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
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
