import ArrowDown from 'lucide-react/icons/arrow-down'
import { useMemo, useRef, type Ref } from 'react'
import { useStore } from 'zustand'
import { Button } from '#src/ui/form/button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { MessageRow } from './message-row.tsx'
import { isLocal, ROOT, getRowKey, getShownThread, type ThreadRow } from './thread.ts'
import { useFollowedEnd, useOlderRows } from './use-thread-scroll.ts'

const useRows = ({ store }: Conversation): readonly ThreadRow[] => {
  const messages = useStore(store, (state) => state.messages)
  const chosen = useStore(store, (state) => state.chosen)
  const top = useStore(store, (state) => state.top)
  const hasUnsent = useStore(store, (state) => state.unsent !== null)
  return useMemo(() => {
    const shown = getShownThread({ messages, chosen, top })
    // An unsent question gets no answer.
    return hasUnsent
      ? shown.filter(({ message: { id, role } }) => role === 'user' || !isLocal(id))
      : shown
  }, [messages, chosen, top, hasUnsent])
}

/** The messages of a chat. Stays at the end while text is added, unless the user has scrolled up. */
export const ThreadList = ({ conversation }: { conversation: Conversation }) => {
  const top = useStore(conversation.store, (state) => state.top)
  const isRunning = useStore(conversation.store, (state) => state.isRunning)
  const rows = useRows(conversation)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const {
    first,
    olderButton,
    showOlder,
    onScroll: addOlder,
  } = useOlderRows({ scroller, rows, top, conversation })
  const { isAtEnd, goToEnd, onScroll: noticeEnd } = useFollowedEnd({ scroller, content, rows })
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={() => {
          noticeEnd()
          addOlder()
        }}
        // Positioned: texts for screen readers in it scroll with it and do not make the page longer.
        className="relative h-full overflow-x-hidden overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div
          ref={content}
          className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-6 py-6 max-sm:px-4"
        >
          {(first > 0 || top !== ROOT) && (
            <OlderMessages ref={olderButton} conversation={conversation} onShow={showOlder} />
          )}
          {rows.slice(first).map(({ message, versions }, index) => (
            <MessageRow
              key={getRowKey(message)}
              conversation={conversation}
              message={message}
              version={versions.indexOf(message.id)}
              versionCount={versions.length}
              isLast={first + index === rows.length - 1}
              isRunning={isRunning}
            />
          ))}
        </div>
      </div>
      {!isAtEnd && (
        <Button
          size="sm"
          icon={<ArrowDown size={14} />}
          onClick={goToEnd}
          className="animate-fade-in absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-mid"
        >
          Jump to latest
        </Button>
      )}
    </div>
  )
}

type OlderMessagesProps = {
  ref: Ref<HTMLButtonElement>
  conversation: Conversation
  onShow: () => void
}

/** Loads older messages without scrolling. The button keeps its place and the focus while they load. */
const OlderMessages = ({ ref, conversation, onShow }: OlderMessagesProps) => {
  const older = useStore(conversation.store, (state) => state.older)
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-center gap-x-3 gap-y-1 text-ui text-ink-muted">
      <span role="status">
        {older === 'failed' && 'We couldn’t load older messages.'}
        {older === 'loading' && <span className="sr-only">Loading older messages</span>}
      </span>
      <Button
        ref={ref}
        size="sm"
        variant={older === 'failed' ? 'secondary' : 'ghost'}
        aria-busy={older === 'loading' || undefined}
        icon={older === 'loading' ? <Spinner sizePx={14} /> : undefined}
        onClick={onShow}
      >
        {older === 'failed' ? 'Retry' : 'Show older messages'}
      </Button>
    </div>
  )
}
