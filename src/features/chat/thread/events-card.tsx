import CalendarDays from 'lucide-react/icons/calendar-days'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ClientAction } from '#contract/chat/parts.ts'
import { LoadFailure } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import {
  useClientActions,
  type ChatEventRow,
} from '#src/features/chat/conversation/client-actions.ts'

type EventsCardProps = { action: ClientAction & { kind: 'list_events' | 'delete_events' } }

const MAX_SHOWN = 20

/** Shows entries of the calendar, as this browser has them, and lets the user delete them. */
export const EventsCard = ({ action }: EventsCardProps) => {
  const actions = useClientActions()
  const { from, to } = action
  const title = action.kind === 'delete_events' ? action.title : ''
  const query = useQuery({
    queryKey: ['calendar-events', useId(), from, to, title],
    queryFn: () => actions.findEvents({ from, to, title }),
    gcTime: 0,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
  })
  if (query.isError) return <LoadFailure query={query}>We couldn’t read your calendar.</LoadFailure>
  if (query.isPending) return null
  const rows = query.data
  if (rows.length === 0) {
    return <p className="text-ui text-ink-muted">There is nothing in your calendar.</p>
  }
  return (
    <ul className="grid gap-1">
      {rows.slice(0, MAX_SHOWN).map((row) => (
        <EventRow key={row.key} row={row} canRemove={action.kind === 'delete_events'} />
      ))}
      {rows.length > MAX_SHOWN && (
        <li className="text-ui text-ink-muted">and {rows.length - MAX_SHOWN} more</li>
      )}
    </ul>
  )
}

const EventRow = ({ row, canRemove }: { row: ChatEventRow; canRemove: boolean }) => {
  const [undo, setUndo] = useState<(() => void) | null>(null)
  const isRemoved = undo !== null
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <CalendarDays size={15} className="shrink-0 text-ink-muted" />
      <span className="min-w-0 flex-1 text-ui wrap-anywhere">
        <span className={isRemoved ? 'text-ink-muted line-through' : 'font-medium text-ink'}>
          {row.title}
        </span>{' '}
        <span className="tabular text-ink-muted">{row.when}</span>
      </span>
      {canRemove && (
        <Button
          size="sm"
          variant={isRemoved ? 'ghost' : 'danger'}
          aria-label={`${isRemoved ? 'Restore' : 'Delete'} ${row.title}`}
          onClick={() => {
            if (undo === null) {
              const restore = row.remove()
              setUndo(() => restore)
            } else {
              undo()
              setUndo(null)
            }
          }}
        >
          {isRemoved ? 'Undo' : 'Delete'}
        </Button>
      )}
    </li>
  )
}
