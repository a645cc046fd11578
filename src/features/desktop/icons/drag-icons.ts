import type { HeldIcon } from '#src/features/desktop/desktop-store.ts'
import type { Spot } from './icon-order.ts'
import { directionOf, moved, nearestSpot, spotTowards } from './icon-order.ts'

/** Below this a press is a click or a hold. */
const THRESHOLD_PX = 5
/** Near the edge of the scrolling ground it scrolls, so many pixels a frame. */
const EDGE_PX = 56
const SCROLL_PX = 9

type Lift = {
  item: HTMLElement
  items: readonly HTMLElement[]
  spots: readonly Spot[]
  from: number
  to: number
}

type DragIconsOptions = {
  /** Holds the sections; each section is a list of items with one `[data-icon]` each. */
  root: HTMLElement
  scroller: HTMLElement | null
  /** The icon that is being held already; its press may go on as a drag. */
  held: HeldIcon | null
  /** Paths of one section in their new order; renders before it returns. */
  onReorder: (paths: readonly string[]) => void
  say: (text: string) => void
}

const itemOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element && target.closest('[data-icon]') !== null
    ? target.closest<HTMLElement>('li')
    : null

const spotOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Spot => ({
  left: offsetLeft,
  top: offsetTop,
  width: offsetWidth,
  height: offsetHeight,
})

const iconsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-icon]')]
const iconIn = (item: HTMLElement) => item.querySelector<HTMLElement>('[data-icon]')
const pathOf = (item: HTMLElement) => iconIn(item)?.dataset['icon'] ?? ''
const nameOf = (item: HTMLElement) => item.querySelector('.icon-label')?.textContent ?? ''

/** The release of a drag is also a click on the ground, which would end the jiggling. */
const swallowClick = () => {
  const released = new AbortController()
  window.addEventListener('click', (event) => event.stopPropagation(), {
    signal: released.signal,
    capture: true,
  })
  setTimeout(() => released.abort())
}

/**
 * Lets the icons of a section be put in another order, by pointer and by keyboard, while they jiggle. Nothing renders
 * between the press and the release; Escape or a lost pointer puts the icon back. Gives the function that stops it.
 */
export const dragIcons = ({
  root,
  scroller,
  held,
  onReorder,
  say,
}: DragIconsOptions): (() => void) => {
  const leaving = new AbortController()
  const { signal } = leaving
  let press: { item: HTMLElement; x: number; y: number; id: number } | null = null
  let lift: Lift | null = null
  let isByKeyboard = false
  let scrolling = 0
  let waiting = held

  const place = (held: Lift) => `place ${held.to + 1} of ${held.items.length}`

  const begin = (item: HTMLElement): Lift | null => {
    const items = [...(item.parentElement?.children ?? [])].filter(
      (child) => child instanceof HTMLElement,
    )
    const from = items.indexOf(item)
    if (from === -1) return null
    item.classList.add('icon-lifted')
    return { item, items, spots: items.map(spotOf), from, to: from }
  }

  /** Draws the others where they would go; `at` is where the lifted one is drawn, in its own coordinates. */
  const draw = (held: Lift, at: { x: number; y: number } | null) => {
    const order = moved([...held.items.keys()], held.from, held.to)
    for (const [slot, index] of order.entries()) {
      const item = held.items[index]
      const home = held.spots[index]
      const spot = held.spots[slot]
      if (item === undefined || home === undefined || spot === undefined) continue
      const shift =
        item === held.item && at !== null
          ? at
          : { x: spot.left - home.left, y: spot.top - home.top }
      item.style.translate = `${shift.x}px ${shift.y}px`
    }
  }

  const end = (isKept: boolean) => {
    waiting = null
    const held = lift
    const isKeyboard = isByKeyboard
    press = null
    lift = null
    isByKeyboard = false
    cancelAnimationFrame(scrolling)
    if (held === null) return
    if (!isKeyboard) swallowClick()
    if (isKept && held.to !== held.from) {
      onReorder(moved(held.items, held.from, held.to).map(pathOf))
    }
    for (const item of held.items) item.style.translate = ''
    held.item.classList.remove('icon-lifted')
    say(
      isKept
        ? `${nameOf(held.item)} put down, ${place(held)}.`
        : `${nameOf(held.item)} is back in its place.`,
    )
  }

  const follow = (pointer: { clientX: number; clientY: number }) => {
    if (lift === null || press === null) return
    const box = lift.item.parentElement?.getBoundingClientRect()
    const home = lift.spots[lift.from]
    if (box === undefined || home === undefined) return
    const x = pointer.clientX - press.x
    // The ground may have been scrolled meanwhile; the list's own coordinates go with it.
    const y = pointer.clientY - box.top - press.y
    lift.to = nearestSpot(lift.spots, {
      x: home.left + home.width / 2 + x,
      y: home.top + home.height / 2 + y,
    })
    draw(lift, { x, y })
  }

  const scrollAtEdge = (pointer: { clientX: number; clientY: number }) => {
    cancelAnimationFrame(scrolling)
    if (scroller === null) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const step =
      pointer.clientY < top + EDGE_PX
        ? -SCROLL_PX
        : pointer.clientY > bottom - EDGE_PX
          ? SCROLL_PX
          : 0
    if (step === 0) return
    const again = () => {
      const before = scroller.scrollTop
      scroller.scrollTop += step
      if (scroller.scrollTop === before || lift === null) return
      follow(pointer)
      scrolling = requestAnimationFrame(again)
    }
    scrolling = requestAnimationFrame(again)
  }

  const take = (icon: Element, at: { x: number; y: number; id: number }) => {
    const item = itemOf(icon)
    if (item === null) return
    const top = item.parentElement?.getBoundingClientRect().top ?? 0
    press = { item, x: at.x, y: at.y - top, id: at.id }
  }

  const onDown = (event: PointerEvent) => {
    waiting = null
    if (lift !== null) end(isByKeyboard)
    if (event.button !== 0 || !(event.target instanceof Element)) return
    take(event.target, { x: event.clientX, y: event.clientY, id: event.pointerId })
  }

  const onMove = (event: PointerEvent) => {
    if (press === null && waiting !== null && event.buttons === 1) {
      const item = iconsIn(root).find((icon) => icon.dataset['icon'] === waiting?.path)
      if (item !== undefined) take(item, { ...waiting, id: event.pointerId })
      waiting = null
    }
    if (press === null || event.pointerId !== press.id) return
    if (lift === null) {
      const top = press.item.parentElement?.getBoundingClientRect().top ?? 0
      const way = Math.hypot(event.clientX - press.x, event.clientY - top - press.y)
      if (way < THRESHOLD_PX) return
      lift = begin(press.item)
      root.setPointerCapture(event.pointerId)
    }
    follow(event)
    scrollAtEdge(event)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && lift !== null) {
      event.preventDefault()
      event.stopPropagation()
      end(false)
      return
    }
    const item = itemOf(event.target)
    if (item === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (lift === null) {
        lift = begin(item)
        isByKeyboard = true
        if (lift !== null) {
          say(
            `${nameOf(item)} lifted, ${place(lift)}. Arrow keys move it, Space puts it down, Escape puts it back.`,
          )
        }
      } else {
        end(true)
        iconIn(item)?.focus()
      }
      return
    }
    const direction = directionOf(event.key)
    if (lift === null || !isByKeyboard || direction === null) return
    event.preventDefault()
    event.stopPropagation()
    lift.to = spotTowards(lift.spots, lift.to, direction)
    draw(lift, null)
    say(`${nameOf(lift.item)}, ${place(lift)}.`)
  }

  root.addEventListener('pointerdown', onDown, { signal })
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', () => !isByKeyboard && end(true), { signal })
  window.addEventListener('pointercancel', () => !isByKeyboard && end(false), { signal })
  window.addEventListener('keydown', onKeyDown, { signal, capture: true })
  root.addEventListener('focusout', () => isByKeyboard && end(true), { signal })
  return () => {
    end(false)
    leaving.abort()
  }
}
