import type { ToolPart } from '#contract/chat/parts.ts'
import { Button } from '#src/ui/form/button.tsx'
import { formatPoints } from './chat-format.ts'
import { withoutInvisible } from '#src/platform/markdown/safe-link.ts'

type ApprovalCardProps = {
  part: ToolPart
  isBusy: boolean
  onDecide: (isApproved: boolean) => void
}

const shown = (value: unknown): string =>
  withoutInvisible(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 400)

/** What a call would do and cost, before it does and costs it. */
export const ApprovalCard = ({ part, isBusy, onDecide }: ApprovalCardProps) => {
  const given = Object.entries(
    typeof part.arguments === 'object' && part.arguments !== null ? part.arguments : {},
  )
  const price = part.price_points ?? 0
  return (
    <div role="group" aria-label={`Approve ${part.title ?? part.tool}`} className="grid gap-3">
      <p className="text-ink">{part.reason ?? 'This needs your approval first.'}</p>
      {given.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
          {given.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{withoutInvisible(name).slice(0, 80)}</dt>
              <dd className="font-mono wrap-anywhere text-ink">{shown(value)}</dd>
            </div>
          ))}
        </dl>
      )}
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
