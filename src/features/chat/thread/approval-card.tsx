import type { ToolPart } from '#contract/chat/parts.ts'
import { Button } from '#src/ui/form/button.tsx'
import { ArgumentList } from './argument-list.tsx'
import { formatPoints } from '#contract/money.ts'
import { useClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { formatDate } from '#src/lib/dates.ts'

type ApprovalCardProps = {
  part: ToolPart
  isBusy: boolean
  onDecide: (isApproved: boolean) => void
}

/** Asks for approval of a call, and shows what it does and costs. */
export const ApprovalCard = ({ part, isBusy, onDecide }: ApprovalCardProps) => {
  const price = part.price_points ?? 0
  return (
    <div role="group" aria-label={`Approve ${part.title ?? part.tool}`} className="grid gap-3">
      <p className="text-ink">{part.reason ?? 'This needs your approval first.'}</p>
      <ArgumentList schema={part.schema} given={part.arguments} />
      {part.earlier !== undefined && <EarlierResult {...part.earlier} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" isLoading={isBusy} onClick={() => onDecide(true)}>
          {price > 0 ? `Approve · ${formatPoints(price)}` : 'Approve'}
        </Button>
        <Button disabled={isBusy} onClick={() => onDecide(false)}>
          Decline
        </Button>
        {price > 0 && (
          <span className="text-ui text-ink-muted">
            Charged to your balance. Refunded if it fails.
          </span>
        )}
      </div>
    </div>
  )
}

/** Keeps the user from paying for what they have. */
const EarlierResult = ({ path, title, at }: NonNullable<ToolPart['earlier']>) => {
  const actions = useClientActions()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-surface-sunken px-3 py-2 text-ui">
      <span className="min-w-0 flex-1 basis-56">
        You have a result from {formatDate(at, 'date and clock')}.
      </span>
      <Button size="sm" onClick={() => void actions.run({ kind: 'open_app', path, title })}>
        Open it · Free
      </Button>
    </div>
  )
}
