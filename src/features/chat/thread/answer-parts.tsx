import Info from 'lucide-react/icons/info'
import type { MessagePart, ToolPart } from '#contract/chat/parts.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { ActionCard } from './action-card.tsx'
import { getArgumentLabel } from './argument-fields.ts'
import { ArgumentForm } from './argument-form.tsx'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { MarkdownText } from '#src/platform/markdown/markdown-text.tsx'
import { ToolCard } from './tool-card.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ArgumentList } from './argument-list.tsx'
import { formatPoints } from '#contract/money.ts'
import { useClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { formatDate } from '#src/lib/dates.ts'
import { FreeResult } from '#src/platform/runs/free-result.tsx'

type AnswerPartsProps = {
  conversation: Conversation
  message: ChatMessage
  isLast: boolean
  isRunning: boolean
}

export const AnswerParts = (props: AnswerPartsProps) =>
  props.message.parts.map((part, index) => <Part key={index} part={part} {...props} />)

const Part = ({ part, ...props }: AnswerPartsProps & { part: MessagePart }) => {
  switch (part.type) {
    case 'text':
      return <MarkdownText text={part.text} />
    case 'tool':
      return <Tool part={part} {...props} />
    case 'notice':
      return (
        <p className="flex items-start gap-2 text-ui text-ink-muted">
          <Info size={14} className="mt-0.75 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{part.message}</span>
        </p>
      )
    case 'follow_ups':
      return <FollowUps items={part.items} {...props} />
    // Only people share digests.
    case 'digest':
      return null
  }
}

/** Returns a form's answer as the thread shows it: `Token price: SOL`, or with labels when there are several. */
const formatArguments = (part: ToolPart, args: Readonly<Record<string, unknown>>): string => {
  const entries = Object.entries(args)
  const given = entries.map(([name, value]) => {
    const said = typeof value === 'string' ? value : JSON.stringify(value)
    return entries.length === 1 ? said : `${getArgumentLabel(part.schema, name)} ${said}`
  })
  return `${part.title ?? part.tool}${given.length === 0 ? '' : `: ${given.join(', ')}`}`.slice(
    0,
    2_000,
  )
}

const Tool = ({
  part,
  conversation,
  message,
  isLast,
  isRunning,
}: AnswerPartsProps & { part: ToolPart }) => {
  if (part.state === 'needs_input' && isLast) {
    return (
      <ToolCard part={part}>
        <ArgumentForm
          schema={part.schema}
          given={part.arguments}
          missing={part.missing ?? []}
          isBusy={isRunning}
          onSubmit={(args) =>
            void conversation.send(formatArguments(part, args), {
              call: { tool: part.tool, arguments: args },
            })
          }
        />
      </ToolCard>
    )
  }
  if (part.state === 'needs_approval') {
    return (
      <ToolCard part={part}>
        <ApprovalCard
          part={part}
          isBusy={isRunning}
          onDecide={(approved) =>
            void conversation.approve(message.id, { call_id: part.call_id, approved })
          }
        />
      </ToolCard>
    )
  }
  if (part.client_action !== undefined && part.state === 'done') {
    return (
      <ToolCard part={part}>
        <ActionCard conversation={conversation} callId={part.call_id} action={part.client_action} />
      </ToolCard>
    )
  }
  return <ToolCard part={part} />
}

type FollowUpsProps = AnswerPartsProps & {
  items: readonly { readonly label: string; readonly content: string }[]
}

const FollowUps = ({ items, conversation, isLast, isRunning }: FollowUpsProps) => {
  if (!isLast || items.length === 0) return null
  return (
    <div role="group" aria-label="Suggestions" className="flex flex-wrap gap-2">
      {items.map(({ label, content }, index) => (
        <Button
          key={index}
          variant="chip"
          disabled={isRunning}
          onClick={() => void conversation.send(content)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

type ApprovalCardProps = {
  part: ToolPart
  isBusy: boolean
  onDecide: (isApproved: boolean) => void
}

const ApprovalCard = ({ part, isBusy, onDecide }: ApprovalCardProps) => {
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
