import { computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const DELAY_MS = 500
/** Within this time after a tooltip, the next one appears without a delay. */
const SKIP_DELAY_MS = 300
const GAP_PX = 6
const EDGE_PX = 8

type Tooltip = { target: HTMLElement; text: string }

const findTarget = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

/** Follows pointer and focus. Calls `show` with null to hide the tooltip. Returns a function that stops it. */
const watchTargets = (show: (tooltip: Tooltip | null) => void): (() => void) => {
  let target: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  let hiddenAtMs = Number.NEGATIVE_INFINITY
  const hide = () => {
    clearTimeout(timer)
    if (isShown) hiddenAtMs = performance.now()
    isShown = false
    show(null)
  }
  const showNow = () => {
    const text = target?.dataset['tip'] ?? ''
    if (target === null || !target.isConnected || text === '') return
    isShown = true
    show({ target, text })
  }
  const aim = (next: HTMLElement | null, isAtOnce: boolean) => {
    if (next === target) return
    hide()
    target = next
    if (next === null) return
    const isQuick = isAtOnce || performance.now() - hiddenAtMs < SKIP_DELAY_MS
    timer = setTimeout(showNow, isQuick ? 0 : DELAY_MS)
  }
  const onPointer = (event: PointerEvent) => {
    // A finger has no hover, and a held button is a drag.
    if (event.pointerType !== 'touch' && event.buttons === 0) aim(findTarget(event), false)
  }
  const onFocus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) {
      aim(findTarget(event), true)
    }
  }
  const onBlur = () => aim(null, false)
  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true, passive: true }
  document.addEventListener('pointerover', onPointer, options)
  document.addEventListener('focusin', onFocus, options)
  document.addEventListener('focusout', onBlur, options)
  // Keeps the target, so that its tooltip does not reappear before the pointer has left.
  for (const type of ['pointerdown', 'keydown', 'scroll', 'wheel']) {
    document.addEventListener(type, hide, options)
  }
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}

const place = async (box: HTMLElement, target: HTMLElement) => {
  const { x, y } = await computePosition(target, box, {
    strategy: 'fixed',
    placement: 'bottom',
    middleware: [offset(GAP_PX), flip({ padding: EDGE_PX }), shift({ padding: EDGE_PX })],
  })
  box.style.translate = `${x}px ${y}px`
}

/**
 * Shows the text of `data-tip` beside an element that is hovered for a moment or focused by keyboard. Any key or press
 * hides it. It ignores the pointer and the focus.
 */
export const Tooltips = () => {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null)
  const boxRef = useRef<HTMLDivElement | null>(null)
  useEffect(() => watchTargets(setTooltip), [])
  useLayoutEffect(() => {
    const box = boxRef.current
    if (tooltip === null || box === null) return
    void place(box, tooltip.target)
  }, [tooltip])
  return (
    tooltip !== null && (
      <div
        key={tooltip.text}
        ref={boxRef}
        role="tooltip"
        className="animate-fade-in pointer-events-none fixed top-0 left-0 z-120 w-max max-w-[min(20rem,100vw-16px)] rounded-md bg-ink px-2 py-1 text-xs wrap-anywhere text-canvas shadow-mid"
      >
        {tooltip.text}
      </div>
    )
  )
}
