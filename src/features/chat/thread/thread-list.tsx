import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Ref } from 'react'
import { useStore } from 'zustand'
import { Button } from '#src/ui/form/button.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { MessageRow } from './message-row.tsx'
import { isLocal, ROOT, rowKey, shownThread } from './thread.ts'

/** A long thread opens with its newest rows; scrolling up adds as many again. */
const DRAWN_ROWS = 20
/** So near to the first row drawn, the rows before it are added. */
const ADD_WITHIN_PX = 1_000
/** So near to the end the thread follows what is written. */
const END_PX = 80
const ROW_MARGIN_PX = 12

const distanceFromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight

/** The messages of a chat; it stays at the end while the end grows, unless the person has scrolled up. */
export const ThreadList = ({ conversation }: { conversation: Conversation }) => {
  const messages = useStore(conversation.store, (state) => state.messages)
  const chosen = useStore(conversation.store, (state) => state.chosen)
  const top = useStore(conversation.store, (state) => state.top)
  const isRunning = useStore(conversation.store, (state) => state.isRunning)
  const hasUnsent = useStore(conversation.store, (state) => state.unsent !== null)
  const rows = useMemo(() => {
    const shown = shownThread({ messages, chosen, top })
    // The answer to what was not sent will not come.
    return hasUnsent
      ? shown.filter(({ message: { id, role } }) => role === 'user' || !isLocal(id))
      : shown
  }, [messages, chosen, top, hasUnsent])
  const [wantedFirst, setWantedFirst] = useState(() => Math.max(0, rows.length - DRAWN_ROWS))
  const topRow = rows[0] === undefined ? '' : rowKey(rows[0].message)
  const [knownTopRow, setKnownTopRow] = useState(topRow)
  if (knownTopRow !== topRow) {
    setKnownTopRow(topRow)
    // The same rows stay drawn when older ones come before them.
    const added = rows.findIndex(({ message }) => rowKey(message) === knownTopRow)
    if (added > 0) setWantedFirst(wantedFirst + added)
  }
  const first = Math.min(wantedFirst, Math.max(0, rows.length - DRAWN_ROWS))
  const [isAtEnd, setIsAtEnd] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  /** Whether the end is followed; read by what happens between two drawings. */
  const isFollowing = useRef(true)
  const endsWithOwn = useRef(false)
  const lastTop = useRef(0)
  /** How far from the end the thread stood when rows were added before it. */
  const heldFromEnd = useRef<number | null>(null)
  const olderButton = useRef<HTMLButtonElement>(null)
  /** Whether the reader waits at the top for rows that are being loaded. */
  const isAwaitingOlder = useRef(false)
  const shownTopRow = useRef(topRow)

  /** Goes to the end, or to the first line of what one sent oneself when that is higher than the view. */
  const follow = useEffectEvent(() => {
    const element = scroller.current
    if (element === null || !isFollowing.current) return
    const row = endsWithOwn.current ? content.current?.lastElementChild : null
    const rowTop = row instanceof HTMLElement ? row.offsetTop - ROW_MARGIN_PX : element.scrollHeight
    element.scrollTop = Math.min(rowTop, element.scrollHeight)
  })

  /** Draws more of the rows that are loaded. */
  const reveal = () => {
    const element = scroller.current
    if (element === null || first === 0 || heldFromEnd.current !== null) return
    heldFromEnd.current = distanceFromEnd(element)
    const next = Math.max(0, first - DRAWN_ROWS)
    // The button goes when there is nothing older; the focus must not go with it.
    if (next === 0 && top === ROOT && document.activeElement === olderButton.current) {
      element.focus({ preventScroll: true })
    }
    setWantedFirst(next)
  }

  const showOlder = () => {
    if (first > 0) {
      reveal()
      return
    }
    isAwaitingOlder.current = true
    void conversation.loadOlder()
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || heldFromEnd.current === null) return
    element.scrollTop = element.scrollHeight - element.clientHeight - heldFromEnd.current
    heldFromEnd.current = null
  }, [first])

  useLayoutEffect(() => {
    if (shownTopRow.current === topRow) return
    shownTopRow.current = topRow
    const isNear = (scroller.current?.scrollTop ?? 0) <= ADD_WITHIN_PX
    if (isAwaitingOlder.current && isNear) reveal()
    isAwaitingOlder.current = false
  })

  // What one sent oneself is always gone to: a question, above its answer, or a digest.
  const last = rows.at(-1)?.message
  const isLastOwn = last?.role === 'user'
  const lastId = (isLastOwn ? last : rows.at(-2)?.message)?.id ?? ''
  useLayoutEffect(() => {
    endsWithOwn.current = isLastOwn
    if (isLocal(lastId) || isLastOwn) isFollowing.current = true
    follow()
  }, [lastId, isLastOwn])

  useEffect(() => {
    if (content.current === null || typeof ResizeObserver !== 'function') return undefined
    const observer = new ResizeObserver(() => follow())
    observer.observe(content.current)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const handleScroll = () => {
    const element = scroller.current
    if (element === null) return
    const fromEnd = distanceFromEnd(element)
    // What is appended moves the end away as well; only going up is a wish to stay.
    const isGoingUp = element.scrollTop < lastTop.current - 1
    lastTop.current = element.scrollTop
    if (fromEnd < END_PX) isFollowing.current = true
    else if (isGoingUp) isFollowing.current = false
    setIsAtEnd(isFollowing.current || fromEnd < END_PX * 2)
    if (element.scrollTop > ADD_WITHIN_PX) return
    if (first > 0) reveal()
    // After a failure only the button tries again.
    else if (conversation.store.getState().older === 'idle') showOlder()
  }

  const goToEnd = () => {
    isFollowing.current = true
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={handleScroll}
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
              key={rowKey(message)}
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
          icon={<ArrowDown size={14} aria-hidden="true" />}
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

/** The way to older messages for those who do not scroll. Its button stays in place while they load, with the focus. */
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
