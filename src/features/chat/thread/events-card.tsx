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

type EventsAction = ClientAction & { kind: 'list_events' | 'delete_events' | 'move_events' }
type EventsCardProps = { action: EventsAction }

const MAX_SHOWN = 20

/** Shows calendar entries from this browser, and lets the user delete or move them. */
export const EventsCard = ({ action }: EventsCardProps) => {
  const actions = useClientActions()
  const { from, to } = action
  const title = action.kind === 'list_events' ? '' : action.title
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
    return (
      <p className="text-ui text-ink-muted">
        {title === '' ? 'There is nothing in your calendar.' : 'No calendar entry matches.'}
      </p>
    )
  }
  return (
    <ul className="grid gap-1">
      {rows.slice(0, MAX_SHOWN).map((row) => (
        <EventRow
          key={row.key}
          row={row}
          change={findChange(row, action)}
          isAsked={action.kind !== 'list_events'}
        />
      ))}
      {rows.length > MAX_SHOWN && (
        <li className="text-ui text-ink-muted">and {rows.length - MAX_SHOWN} more</li>
      )}
    </ul>
  )
}

/** The change made by an entry's button. `when` is the time of the entry afterwards; null if it is deleted. */
type EventChange = {
  verb: string
  undoVerb: string
  variant: 'danger' | 'secondary'
  when: string | null
  /** Returns the function that undoes it. */
  run: () => () => void
}

const findChange = (row: ChatEventRow, action: EventsAction): EventChange | null => {
  if (action.kind === 'delete_events') {
    const { remove: run } = row
    return { verb: 'Delete', undoVerb: 'Restore', variant: 'danger', when: null, run }
  }
  const plan = action.kind === 'move_events' ? row.planMove(action.starts_at) : null
  if (plan === null) return null
  const { when, move: run } = plan
  return { verb: 'Move', undoVerb: 'Move back', variant: 'secondary', when, run }
}

type EventRowProps = {
  row: ChatEventRow
  change: EventChange | null
  /** True if a change was asked for. */
  isAsked: boolean
}

const EventRow = ({ row, change, isAsked }: EventRowProps) => {
  const [undo, setUndo] = useState<(() => void) | null>(null)
  const isDone = undo !== null
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <CalendarDays size={15} className="shrink-0 text-ink-muted" />
      <span className="min-w-0 flex-1 text-ui wrap-anywhere">
        <span
          className={
            isDone && change?.when === null ? 'text-ink-muted line-through' : 'font-medium text-ink'
          }
        >
          {row.title}
        </span>{' '}
        <span className="tabular text-ink-muted">
          {change?.when == null ? row.when : isDone ? change.when : `${row.when} → ${change.when}`}
        </span>
      </span>
      {change === null && isAsked && (
        <span className="text-ui text-ink-muted">Already at that time</span>
      )}
      {change !== null && (
        <Button
          size="sm"
          variant={isDone ? 'ghost' : change.variant}
          aria-label={`${isDone ? change.undoVerb : change.verb} ${row.title}`}
          onClick={() => {
            if (undo === null) {
              const takeBack = change.run()
              setUndo(() => takeBack)
            } else {
              undo()
              setUndo(null)
            }
          }}
        >
          {isDone ? 'Undo' : change.verb}
        </Button>
      )}
    </li>
  )
}
