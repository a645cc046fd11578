import Check from 'lucide-react/icons/check'
import { useEffect } from 'react'
import type { ClientAction } from '#contract/chat/parts.ts'
import { useShownResult } from '#src/platform/notifications/use-shown-result.ts'
import { Button } from '#src/ui/form/button.tsx'
import {
  describeAction,
  runAction,
  undoAction,
  useClientActions,
  useOutcome,
} from '#src/features/chat/conversation/client-actions.ts'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { EventsCard } from './events-card.tsx'

type ActionCardProps = { conversation: Conversation; callId: string; action: ClientAction }

/** Shows an action of the page, runs it on click (or at once if it is harmless), and undoes it. */
export const ActionCard = (props: ActionCardProps) => {
  const { action } = props
  const { kind } = action
  return kind === 'list_events' || kind === 'delete_events' || kind === 'move_events' ? (
    <EventsCard action={action} />
  ) : (
    <RunnableAction {...props} />
  )
}

const RunnableAction = ({ conversation, callId, action }: ActionCardProps) => {
  const actions = useClientActions()
  const outcome = useOutcome(callId)
  const { label, detail, done } = describeAction(action)
  useShownResult(action.kind === 'open_app' ? action.path : null)
  useEffect(() => {
    if (!actions.isImmediate(action) || !conversation.takeFreshAction(callId)) return
    void runAction(actions, callId, action)
  }, [actions, action, callId, conversation])
  const isDone = outcome?.ok === true
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 text-ui wrap-anywhere text-ink-muted">{detail}</p>
      <div className="flex items-center gap-2">
        {isDone && (
          <span className="inline-flex items-center gap-1.5 text-ui font-medium text-positive">
            <Check size={14} />
            {done}
          </span>
        )}
        {isDone && outcome.undo !== null && (
          <Button size="sm" onClick={() => undoAction(callId)}>
            Undo
          </Button>
        )}
        {!isDone && (
          <Button
            size="sm"
            variant="primary"
            onClick={() => void runAction(actions, callId, action)}
          >
            {label}
          </Button>
        )}
      </div>
      {outcome?.ok === false && (
        <p role="alert" className="w-full text-ui text-danger">
          {outcome.message}
        </p>
      )}
    </div>
  )
}
