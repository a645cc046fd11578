import { useCallback, useEffect, useRef, useState } from 'react'
import { isMotionReduced } from '#src/platform/theme/motion.ts'
import { SECTIONS, sectionInPath, sectionInView } from './sections.ts'
import type { Section } from './sections.ts'

const scrollerOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.window-body') ?? null

/** Joins the list of sections to the scrolled page of them: which is being read, and going to one. */
export const useSections = (path: string) => {
  const rootRef = useRef<HTMLDivElement | null>(null)
  const elementsRef = useRef(new Map<Section, HTMLElement>())
  /** Stays marked until the person scrolls: a short section near the end may never reach the top. */
  const chosenRef = useRef<Section | null>(null)
  const [current, setCurrent] = useState<Section>(sectionInPath(path) ?? 'appearance')

  const scrollTo = useCallback((section: Section, { isSmooth = true } = {}) => {
    const element = elementsRef.current.get(section)
    const scroller = scrollerOf(rootRef.current)
    chosenRef.current = section
    if (element === undefined || scroller === null) return
    const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    scroller.scrollTo({
      top: section === SECTIONS[0] ? 0 : scroller.scrollTop + top - margin,
      behavior: isSmooth && !isMotionReduced() ? 'smooth' : 'instant',
    })
    element.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const section = sectionInPath(path)
    if (section !== null) scrollTo(section, { isSmooth: false })
  }, [path, scrollTo])

  useEffect(() => {
    const scroller = scrollerOf(rootRef.current)
    if (scroller === null) return undefined
    const look = () => {
      const origin = scroller.getBoundingClientRect().top
      const tops = Object.fromEntries(
        SECTIONS.map((section) => [
          section,
          (elementsRef.current.get(section)?.getBoundingClientRect().top ?? 0) - origin,
        ]),
      ) as Record<Section, number>
      const isScrolled = scroller.scrollTop > 0
      const isAtEnd =
        isScrolled && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      setCurrent(chosenRef.current ?? sectionInView(tops, isAtEnd))
    }
    const forget = () => {
      chosenRef.current = null
    }
    const watching = new AbortController()
    const { signal } = watching
    for (const gesture of ['wheel', 'touchmove', 'keydown']) {
      scroller.addEventListener(gesture, forget, { passive: true, signal })
    }
    scroller.addEventListener('scroll', look, { passive: true, signal })
    return () => watching.abort()
  }, [])

  const hold = useCallback(
    (section: Section) => (element: HTMLElement | null) => {
      if (element === null) elementsRef.current.delete(section)
      else elementsRef.current.set(section, element)
    },
    [],
  )

  const goTo = (section: Section) => {
    setCurrent(section)
    scrollTo(section)
  }

  return { rootRef, hold, current, goTo }
}
