import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from './conversation.ts'
import { isLocal } from './conversation.ts'
import { MessageRow } from './message-row.tsx'
import { rowKey, shownThread } from './thread.ts'

/** Of a row that was never drawn. */
const ESTIMATED_PX = 140
const OVERSCAN = 4
/** So near to the end the thread follows what is written. */
const END_PX = 80

/** The messages of a chat; it draws those in sight and stays at the end while the end grows. */
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
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row.message)
    },
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
  })
  useLayoutEffect(() => {
    virtual.scrollToEnd()
  }, [virtual, conversation])
  const drawn = virtual.getVirtualItems()
  const isAtEnd = virtual.isAtEnd(END_PX * 2)
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        className="h-full overflow-x-hidden overflow-y-auto [overflow-anchor:none]"
      >
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          <div
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${drawn[0]?.start ?? 0}px)` }}
          >
            {drawn.map(({ index, key }) => {
              const row = rows[index]
              if (row === undefined) return null
              const { message, versions } = row
              return (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="mx-auto w-full max-w-3xl px-6 pt-6 last:pb-6 max-sm:px-4"
                >
                  <MessageRow
                    conversation={conversation}
                    message={message}
                    version={versions.indexOf(message.id)}
                    versionCount={versions.length}
                    isLast={index === rows.length - 1}
                    isRunning={isRunning}
                  />
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {!isAtEnd && rows.length > 0 && (
        <button
          type="button"
          onClick={() => virtual.scrollToEnd({ behavior: 'smooth' })}
          className="animate-fade-in absolute bottom-3 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-surface-raised px-3 text-[13px] font-medium text-ink shadow-mid ring-1 ring-line pointer-coarse:min-h-11"
        >
          <ArrowDown size={14} aria-hidden="true" />
          Jump to latest
        </button>
      )}
    </div>
  )
}
