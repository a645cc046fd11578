import { Alert } from './alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Spinner } from './spinner.tsx'

type OpeningProps = {
  label: string
  isLost: boolean
  onBack: () => void
}

export const Opening = ({ label, isLost, onBack }: OpeningProps) => (
  <div className="flex h-full flex-col items-center justify-center gap-3 text-ink-muted">
    <Spinner sizePx={24} label={isLost ? 'Reconnecting…' : label} />
    {isLost && (
      <>
        <p aria-hidden="true">Reconnecting…</p>
        <Button size="sm" onClick={onBack}>
          Back
        </Button>
      </>
    )}
  </div>
)

type OpeningFailureProps = {
  title: string
  reason: string
  onRetry: () => void
}

export const OpeningFailure = ({ title, reason, onRetry }: OpeningFailureProps) => (
  <Alert
    tone="danger"
    title={title}
    action={
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    {reason}
  </Alert>
)
