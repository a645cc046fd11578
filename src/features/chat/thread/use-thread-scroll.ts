import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Conversation } from '#src/features/chat/conversation/conversation.ts'
import { isLocal, ROOT, getRowKey, type ThreadRow } from './thread.ts'

/** A long thread opens with its newest rows; scrolling up adds as many again. */
const DRAWN_ROWS = 20
/** Within this distance of the first drawn row, earlier rows are added. */
const ADD_WITHIN_PX = 1_000
/** Within this distance of the end, the thread follows new text. */
const END_PX = 80
const ROW_MARGIN_PX = 12

type Scroller = RefObject<HTMLDivElement | null>

const setScrollTop = (element: HTMLElement, top: number): void => {
  element.scrollTop = top
}

const distanceFromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight

type OlderRowsOptions = {
  scroller: Scroller
  rows: readonly ThreadRow[]
  /** The parent of the first row; see `Thread`. */
  top: string
  conversation: Conversation
}

/** Draws the newest rows, and older ones on demand, without moving what is in view. `first` is the first row drawn. */
export const useOlderRows = ({ scroller, rows, top, conversation }: OlderRowsOptions) => {
  const [wantedFirst, setWantedFirst] = useState(() => Math.max(0, rows.length - DRAWN_ROWS))
  const topRow = rows[0] === undefined ? '' : getRowKey(rows[0].message)
  const [knownTopRow, setKnownTopRow] = useState(topRow)
  if (knownTopRow !== topRow) {
    setKnownTopRow(topRow)
    // The same rows stay drawn when older ones come before them.
    const added = rows.findIndex(({ message }) => getRowKey(message) === knownTopRow)
    if (added > 0) setWantedFirst(wantedFirst + added)
  }
  const first = Math.min(wantedFirst, Math.max(0, rows.length - DRAWN_ROWS))
  /** Distance from the end when rows were added before it. */
  const heldFromEnd = useRef<number | null>(null)
  const olderButton = useRef<HTMLButtonElement>(null)
  /** True while the reader is at the top and older rows load. */
  const isAwaitingOlder = useRef(false)
  const shownTopRow = useRef(topRow)

  const reveal = () => {
    const element = scroller.current
    if (element === null || first === 0 || heldFromEnd.current !== null) return
    heldFromEnd.current = distanceFromEnd(element)
    const next = Math.max(0, first - DRAWN_ROWS)
    // The button disappears when there are no older messages, so the focus moves first.
    if (next === 0 && top === ROOT && document.activeElement === olderButton.current) {
      element.focus({ preventScroll: true })
    }
    setWantedFirst(next)
  }

  const showOlder = () => {
    if (first > 0) return reveal()
    isAwaitingOlder.current = true
    void conversation.loadOlder()
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || heldFromEnd.current === null) return
    setScrollTop(element, element.scrollHeight - element.clientHeight - heldFromEnd.current)
    heldFromEnd.current = null
  }, [first, scroller])

  useLayoutEffect(() => {
    if (shownTopRow.current === topRow) return
    shownTopRow.current = topRow
    const isNear = (scroller.current?.scrollTop ?? 0) <= ADD_WITHIN_PX
    if (isAwaitingOlder.current && isNear) reveal()
    isAwaitingOlder.current = false
  })

  const onScroll = () => {
    if ((scroller.current?.scrollTop ?? Infinity) > ADD_WITHIN_PX) return
    // After a failure, only the button retries.
    if (first > 0 || conversation.store.getState().older === 'idle') showOlder()
  }

  return { first, olderButton, showOlder, onScroll }
}

type FollowedEndOptions = { scroller: Scroller; content: Scroller; rows: readonly ThreadRow[] }

/** Stays at the end while the end grows, unless the reader has scrolled up. */
export const useFollowedEnd = ({ scroller, content, rows }: FollowedEndOptions) => {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isFollowing = useRef(true)
  const endsWithOwn = useRef(false)
  const lastTop = useRef(0)

  /** Scrolls to the end, or to the first line of the user's own message if it is higher than the view. */
  const follow = useEffectEvent(() => {
    const element = scroller.current
    if (element === null || !isFollowing.current) return
    const row = endsWithOwn.current ? content.current?.lastElementChild : null
    const rowTop = row instanceof HTMLElement ? row.offsetTop - ROW_MARGIN_PX : element.scrollHeight
    setScrollTop(element, Math.min(rowTop, element.scrollHeight))
  })

  // Always scrolls to the user's own message: a question, above its answer, or a digest.
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
  }, [content, scroller])

  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    const fromEnd = distanceFromEnd(element)
    // Appended text also moves the end away, so only scrolling up stops following.
    const isGoingUp = element.scrollTop < lastTop.current - 1
    lastTop.current = element.scrollTop
    if (fromEnd < END_PX) isFollowing.current = true
    else if (isGoingUp) isFollowing.current = false
    setIsAtEnd(isFollowing.current || fromEnd < END_PX * 2)
  }

  const goToEnd = () => {
    isFollowing.current = true
    const element = scroller.current
    if (element !== null) setScrollTop(element, element.scrollHeight)
  }

  return { isAtEnd, onScroll, goToEnd }
}
