import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from './dialog.tsx'

type DiscardQuestionProps = { title: string; onStay: () => void; onDiscard: () => void }

/** Asks before something typed is lost. */
export const DiscardQuestion = ({ title, onStay, onDiscard }: DiscardQuestionProps) => (
  <Dialog
    isOpen
    role="alertdialog"
    onClose={onStay}
    title={title}
    description="What you wrote here is not saved."
    actions={
      <>
        <Button onClick={onStay}>Keep editing</Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
      </>
    }
  />
)
