import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { useFocusWhenLost } from '#src/ui/use-focus-when-lost.ts'

type PublisherChipProps = { publisher: string; onRemove: () => void }

/** Names the publisher whose apps are listed. A press lists all apps. */
export const PublisherChip = ({ publisher, onRemove }: PublisherChipProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useFocusWhenLost(button)
  return (
    <div className="px-5 pt-3 max-sm:px-4">
      <Button
        ref={button}
        variant="chip"
        aria-label={`Remove filter: By ${publisher}`}
        className="inline-flex items-center gap-1.5 text-ink"
        onClick={onRemove}
      >
        <span className="min-w-0 truncate">By {publisher}</span>
        <X size={14} className="shrink-0" />
      </Button>
    </div>
  )
}
