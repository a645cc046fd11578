import { formatPoints } from '#contract/money.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import {
  forgetWaitingWork,
  goToTopUp,
  formatPointsPrice,
  type WaitingWork,
} from './top-up-store.ts'

type TopUpDialogProps = { work: WaitingWork; onTopUp: () => void }

export const TopUpDialog = ({ work, onTopUp }: TopUpDialogProps) => (
  <Dialog
    onClose={forgetWaitingWork}
    title={`You need ${formatPoints(work.points)}`}
    description={`${work.title} costs ${formatPointsPrice(work.points)}, and your balance is too low. Nothing was charged.`}
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
          Recharge
        </Button>
      </>
    }
  >
    <p className="text-ink-muted">Recharge and start it with one click.</p>
  </Dialog>
)
