import type { ToolPart } from '#contract/chat/parts.ts'
import { Button } from '#src/ui/form/button.tsx'
import { ArgumentList } from './argument-list.tsx'
import { formatPoints } from '#contract/money.ts'
import { useClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { formatDate } from '#src/lib/dates.ts'
import { FreeResult } from '#src/platform/runs/free-result.tsx'

type ApprovalCardProps = {
  part: ToolPart
  isBusy: boolean
  onDecide: (isApproved: boolean) => void
}

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

const EarlierResult = ({ path, title, at }: NonNullable<ToolPart['earlier']>) => {
  const actions = useClientActions()
  return (
    <FreeResult onOpen={() => void actions.run({ kind: 'open_app', path, title })}>
      You have a result from {formatDate(at, 'date and clock')}.
    </FreeResult>
  )
}
