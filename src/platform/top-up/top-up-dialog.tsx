import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { forgetWaitingWork, goToTopUp, pointsPrice, type WaitingWork } from './top-up-store.ts'

type TopUpDialogProps = { work: WaitingWork; onTopUp: () => void }

/** What is missing, and the way to it. */
export const TopUpDialog = ({ work, onTopUp }: TopUpDialogProps) => (
  <Dialog
    isOpen
    onClose={forgetWaitingWork}
    title={`You need ${work.points} ${work.points === 1 ? 'POINT' : 'POINTS'}`}
    description={`${work.title} costs ${pointsPrice(work.points)}, and your balance does not cover it. Nothing was charged.`}
    actions={
      <>
        <Button onClick={forgetWaitingWork}>Not now</Button>
        <Button
          variant="primary"
          onClick={() => {
            goToTopUp()
            onTopUp()
          }}
        >
          Top up
        </Button>
      </>
    }
  >
    <p className="text-ink-muted">
      What you asked for waits. Once you have topped up, one click starts it.
    </p>
  </Dialog>
)
