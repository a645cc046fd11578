import { cn } from '#src/lib/cn.ts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pencil from 'lucide-react/icons/pencil'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { memo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { DigestPart } from '#contract/chat/parts.ts'
import { MAX_MESSAGE_CHARACTERS, type ChatMessage } from '#contract/chat/chat.ts'
import { AddressText } from '#src/platform/markdown/address-text.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { CopyButton } from '#src/ui/form/copy-button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { AnswerParts } from './answer-parts.tsx'
import { formatPoints } from '#contract/money.ts'
import { formatTime } from './chat-format.ts'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { isLocal, getParentKey, getMessageText } from './thread.ts'
import { Form } from '#src/ui/form/form.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'

const DigestCard = loadable(
  async () => (await import('./digest-card.tsx')).DigestCard,
  () => <Spinner label="Loading the digest" />,
)

type MessageRowProps = {
  conversation: Conversation
  message: ChatMessage
  /** Its place among its versions, from 0, and how many there are. */
  version: number
  versionCount: number
  /** True for the newest message, which alone can be regenerated or answered. */
  isLast: boolean
  isRunning: boolean
}

export const MessageRow = memo((props: MessageRowProps) => {
  const { role, parts } = props.message
  if (role === 'assistant') return <Answer {...props} />
  const digest = parts.find((part) => part.type === 'digest')
  return digest === undefined ? <Question {...props} /> : <Shared digest={digest} {...props} />
})
MessageRow.displayName = 'MessageRow'

const Shared = ({ digest, ...props }: MessageRowProps & { digest: DigestPart }) => (
  <article aria-label="You shared a digest" className="group grid justify-items-end gap-1">
    <DigestCard digest={digest} />
    <Tools isShown={false} isTucked>
      <span className="px-1 text-2xs text-ink-muted">{formatTime(props.message.created_at)}</span>
      <Versions {...props} />
    </Tools>
  </article>
)

const Question = (props: MessageRowProps) => {
  const { conversation, message, isRunning } = props
  const [isEditing, setIsEditing] = useState(false)
  const text = getMessageText(message)
  return (
    <article aria-label="You" className="group grid justify-items-end gap-1">
      {isEditing ? (
        <MessageEditor
          text={text}
          onCancel={() => setIsEditing(false)}
          onSave={(edited) => {
            setIsEditing(false)
            void conversation.send(edited, { parentId: message.parent_id })
          }}
        />
      ) : (
        <div className="max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5 leading-6 wrap-anywhere whitespace-pre-wrap text-ink">
          <AddressText text={text} />
        </div>
      )}
      {!isEditing && !isLocal(message.id) && (
        <Tools isShown={false} isTucked>
          <span className="px-1 text-2xs text-ink-muted">{formatTime(message.created_at)}</span>
          <CopyButton text={text} label="Copy message" />
          <IconButton
            size="sm"
            label="Edit message"
            disabled={isRunning}
            icon={<Pencil size={14} />}
            onClick={() => setIsEditing(true)}
          />
          <Versions {...props} />
        </Tools>
      )}
    </article>
  )
}

const Answer = (props: MessageRowProps) => {
  const { conversation, message, isLast, isRunning } = props
  const isStreaming = message.status === 'streaming'
  const text = getMessageText(message)
  const again = () => void conversation.regenerate(message.id)
  return (
    <article aria-label="Answer" className="group grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <AnswerParts
        conversation={conversation}
        message={message}
        isLast={isLast}
        isRunning={isRunning}
      />
      {isStreaming && isRunning && (
        <span className="inline-flex items-center gap-2 text-ui text-ink-muted">
          <Spinner sizePx={14} />
          {message.parts.length === 0 ? 'Working on it' : 'Writing'}
        </span>
      )}
      {message.status === 'failed' && (
        <Alert
          tone="danger"
          title="This answer failed"
          action={
            <Button size="sm" disabled={isRunning} onClick={again}>
              Retry
            </Button>
          }
        >
          {message.error?.message ?? 'Something went wrong on the way.'}
          {message['is_refunded'] === true && ' What it cost was refunded.'}
        </Alert>
      )}
      {!isStreaming && (
        <Tools isShown={isLast}>
          {message.status === 'stopped' && <Badge>Stopped</Badge>}
          <Versions {...props} />
          {text !== '' && <CopyButton text={text} label="Copy answer" />}
          <IconButton
            size="sm"
            label="Regenerate"
            disabled={isRunning}
            icon={<RotateCcw size={14} />}
            onClick={again}
          />
          <span className="truncate px-1 text-2xs text-ink-muted">
            {message.engine === COMMANDS && (
              <span className="sr-only">Answered by {COMMANDS}. </span>
            )}
            {[formatAuthor(message), formatTime(message.created_at), formatCost(message)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Tools>
      )}
    </article>
  )
}

/** Returns the model that answered; empty for commands and tools. */
const formatAuthor = ({ engine }: ChatMessage): string =>
  engine === undefined || engine === null || engine === COMMANDS ? '' : engine

const COMMANDS = 'commands and tools'

const formatCost = (message: ChatMessage): string => {
  const { points = 0, is_refunded: isRefunded = false } = message
  return points <= 0 ? '' : `${formatPoints(points)}${isRefunded ? ', refunded' : ''}`
}

type ToolsProps = {
  isShown: boolean
  /** True to place it in the space before the next message. */
  isTucked?: boolean
  children: ReactNode
}

/** Out of the way until the message is pointed at or reached by the keyboard; always there for fingers. */
const Tools = ({ isShown, isTucked = false, children }: ToolsProps) => (
  <div
    className={cn(
      isTucked && '-mb-6 pointer-coarse:mb-0',
      '-ml-1 flex min-h-7 min-w-0 flex-wrap items-center gap-0.5 transition-opacity',
      !isShown &&
        'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
    )}
  >
    {children}
  </div>
)

const Versions = (props: MessageRowProps) =>
  props.versionCount < 2 ? null : <VersionSwitch {...props} />

const VersionSwitch = ({
  conversation,
  message,
  version,
  versionCount,
  isRunning,
}: MessageRowProps) => {
  const isSwitching = useStore(conversation.store, (state) => state.isSwitching)
  const isBusy = isRunning || isSwitching
  const show = (by: number) => void conversation.showVersion(getParentKey(message), version + by)
  return (
    <span
      className="inline-flex items-center"
      role="group"
      aria-label="Versions"
      aria-busy={isSwitching || undefined}
    >
      <IconButton
        size="sm"
        label="Earlier version"
        disabled={version === 0 || isBusy}
        icon={<ChevronLeft size={14} />}
        onClick={() => show(-1)}
      />
      <span className="tabular text-2xs text-ink-muted">
        {version + 1}/{versionCount}
      </span>
      <IconButton
        size="sm"
        label="Later version"
        disabled={version === versionCount - 1 || isBusy}
        icon={<ChevronRight size={14} />}
        onClick={() => show(1)}
      />
    </span>
  )
}

type EditorProps = { text: string; onCancel: () => void; onSave: (text: string) => void }

/** Edits a question. The old version and its answers stay available as another version. */
const MessageEditor = ({ text, onCancel, onSave }: EditorProps) => {
  const [edited, setEdited] = useState(text)
  const canSave = edited.trim() !== ''
  return (
    <Form
      className="grid w-full gap-2"
      onSubmit={() => {
        if (canSave) onSave(edited.trim())
      }}
    >
      <TextArea
        autoFocus
        aria-label="Edit message"
        value={edited}
        maxLength={MAX_MESSAGE_CHARACTERS}
        rows={Math.min(8, edited.split('\n').length + 1)}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (canSave) onSave(edited.trim())
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={!canSave}>
          Send again
        </Button>
      </div>
    </Form>
  )
}
