import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from './conversation.ts'
import { isLocal } from './conversation.ts'
import { MessageRow } from './message-row.tsx'
import { rowKey, shownThread } from './thread.ts'

/** A long thread opens with its newest rows; scrolling up adds as many again. */
const DRAWN_ROWS = 20
/** So near to the first row drawn, the rows before it are added. */
const ADD_WITHIN_PX = 1_000
/** So near to the end the thread follows what is written. */
const END_PX = 80

const distanceFromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight

/** The messages of a chat; it stays at the end while the end grows, unless the person has scrolled up. */
export const ThreadList = ({ conversation }: { conversation: Conversation }) => {
  const messages = useStore(conversation.store, (state) => state.messages)
  const chosen = useStore(conversation.store, (state) => state.chosen)
  const isRunning = useStore(conversation.store, (state) => state.isRunning)
  const hasUnsent = useStore(conversation.store, (state) => state.unsent !== null)
  const rows = useMemo(() => {
    const shown = shownThread(messages, chosen)
    // The answer to what was not sent will not come.
    return hasUnsent
      ? shown.filter(({ message: { id, role } }) => role === 'user' || !isLocal(id))
      : shown
  }, [messages, chosen, hasUnsent])
  const [wantedFirst, setWantedFirst] = useState(() => Math.max(0, rows.length - DRAWN_ROWS))
  const first = Math.min(wantedFirst, Math.max(0, rows.length - DRAWN_ROWS))
  const [isAtEnd, setIsAtEnd] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  /** Whether the end is followed; read by what happens between two drawings. */
  const isFollowing = useRef(true)
  const lastTop = useRef(0)
  /** How far from the end the thread stood when rows were added before it. */
  const heldFromEnd = useRef<number | null>(null)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || heldFromEnd.current === null) return
    element.scrollTop = element.scrollHeight - element.clientHeight - heldFromEnd.current
    heldFromEnd.current = null
  }, [first])

  // A question of one's own is always gone to.
  const lastId = rows.at(-2)?.message.id ?? ''
  useLayoutEffect(() => {
    if (isLocal(lastId)) isFollowing.current = true
    const element = scroller.current
    if (element !== null && isFollowing.current) element.scrollTop = element.scrollHeight
  }, [lastId])

  useEffect(() => {
    if (content.current === null || typeof ResizeObserver !== 'function') return undefined
    const observer = new ResizeObserver(() => {
      const element = scroller.current
      if (element !== null && isFollowing.current) element.scrollTop = element.scrollHeight
    })
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
    if (first === 0 || element.scrollTop > ADD_WITHIN_PX || heldFromEnd.current !== null) return
    heldFromEnd.current = fromEnd
    setWantedFirst(Math.max(0, first - DRAWN_ROWS))
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
        className="h-full overflow-x-hidden overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div
          ref={content}
          className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-6 py-6 max-sm:px-4"
        >
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
        <button
          type="button"
          onClick={goToEnd}
          className="animate-fade-in absolute bottom-3 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-surface-raised px-3 text-[13px] font-medium text-ink shadow-mid ring-1 ring-line pointer-coarse:min-h-11"
        >
          <ArrowDown size={14} aria-hidden="true" />
          Jump to latest
        </button>
      )}
    </div>
  )
}
