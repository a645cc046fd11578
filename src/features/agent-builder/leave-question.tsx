import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

type LeaveQuestionProps = { isNew: boolean; onStay: () => void; onDiscard: () => void }

export const LeaveQuestion = ({ isNew, onStay, onDiscard }: LeaveQuestionProps) => (
  <Dialog
    isOpen
    role="alertdialog"
    onClose={onStay}
    title={isNew ? 'Discard this agent?' : 'Discard your changes?'}
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
