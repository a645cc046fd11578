import { Alert } from './alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Spinner } from './spinner.tsx'

type OpeningProps = {
  /** Such as "Opening the report". */
  label: string
  /** The connection is lost, and opening goes on when it is back. */
  isLost: boolean
  onBack: () => void
}

/** Fills a window while what it shows is being fetched. */
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
  /** Such as "The report could not be opened". */
  title: string
  reason: string
  onRetry: () => void
}

/** Says why something could not be fetched. */
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
