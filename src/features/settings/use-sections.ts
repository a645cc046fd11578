import {
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { isMotionReduced } from '#src/platform/theme/motion.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { WindowIdContext } from '#src/platform/windows/window-title.ts'
import { findSectionInPath, findSectionInView } from './sections.ts'

type Listed = { readonly id: string }

const findScroller = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.window-body') ?? null

const bringToTop = (scroller: HTMLElement, element: HTMLElement, behavior: ScrollBehavior) => {
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0
  const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  scroller.scrollTo({ top: scroller.scrollTop + top - margin, behavior })
}

/** Keeps the chosen section at the top while sections above it load. */
const useStayAtTop = (
  rootRef: RefObject<HTMLElement | null>,
  findChosen: () => HTMLElement | undefined,
): void => {
  const keep = useEffectEvent(() => {
    const scroller = findScroller(rootRef.current)
    const chosen = findChosen()
    if (scroller !== null && chosen !== undefined) bringToTop(scroller, chosen, 'instant')
  })
  useEffect(() => {
    const root = rootRef.current
    if (root === null || findScroller(root) === null) return undefined
    const observer = new ResizeObserver(() => keep())
    observer.observe(root)
    return () => observer.disconnect()
  }, [rootRef])
}

/** Returns the visible height in pixels of the scrolled page around an element; 0 before it is known. */
export const useViewHeight = (inside: RefObject<Element | null>): number => {
  const [height, setHeight] = useState(0)
  // Before the effect that scrolls to the first section.
  useLayoutEffect(() => {
    const scroller = findScroller(inside.current)
    if (scroller === null) return undefined
    const measure = () => setHeight(scroller.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [inside])
  return height
}

/** Connects the list of sections to the scrolled page: returns the section being read, and a function to go to one. */
export const useSections = (path: string, sections: readonly Listed[]) => {
  const ids = useMemo(() => sections.map(({ id }) => id), [sections])
  const first = ids[0] ?? ''
  const windowId = use(WindowIdContext)
  const rootRef = useRef<HTMLDivElement | null>(null)
  const elementsRef = useRef(new Map<string, HTMLElement>())
  /** Stays marked until the user scrolls. */
  const chosenRef = useRef<string | null>(null)
  const [current, setCurrent] = useState(findSectionInPath(path, ids) ?? first)

  const scrollTo = useCallback(
    (section: string, { isSmooth = true } = {}) => {
      const element = elementsRef.current.get(section)
      const scroller = findScroller(rootRef.current)
      chosenRef.current = section
      if (element === undefined || scroller === null) return
      const behavior = isSmooth && !isMotionReduced() ? 'smooth' : 'instant'
      if (section === first) scroller.scrollTo({ top: 0, behavior })
      else bringToTop(scroller, element, behavior)
      // Focus raises a window, and one restored behind others stays there.
      if (windowId === null || windows.store.getState().activeId === windowId) {
        element.focus({ preventScroll: true })
      }
    },
    [first, windowId],
  )

  useEffect(() => {
    const section = findSectionInPath(path, ids)
    if (section !== null) scrollTo(section, { isSmooth: false })
  }, [path, ids, scrollTo])

  useEffect(() => {
    const scroller = findScroller(rootRef.current)
    if (scroller === null) return undefined
    const look = () => {
      const origin = scroller.getBoundingClientRect().top
      const tops = ids.map(
        (id) => (elementsRef.current.get(id)?.getBoundingClientRect().top ?? 0) - origin,
      )
      const isScrolled = scroller.scrollTop > 0
      const isAtEnd =
        isScrolled && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      setCurrent(chosenRef.current ?? ids[findSectionInView(tops, isAtEnd)] ?? first)
    }
    const forget = () => {
      chosenRef.current = null
    }
    const watching = new AbortController()
    const { signal } = watching
    for (const gesture of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      scroller.addEventListener(gesture, forget, { passive: true, signal })
    }
    scroller.addEventListener('scroll', look, { passive: true, signal })
    return () => watching.abort()
  }, [ids, first])

  const hold = useCallback(
    (section: string) => (element: HTMLElement | null) => {
      if (element === null) elementsRef.current.delete(section)
      else elementsRef.current.set(section, element)
    },
    [],
  )

  useStayAtTop(rootRef, () =>
    chosenRef.current === first ? undefined : elementsRef.current.get(chosenRef.current ?? ''),
  )

  const goTo = (section: string) => {
    setCurrent(section)
    scrollTo(section)
  }

  return { rootRef, hold, current, goTo }
}
