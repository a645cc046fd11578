import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Evidence } from '#contract/research/digest.ts'
import type { Citing } from './citing.tsx'

/** Long enough to move from a citation onto its card. */
const LEAVE_MS = 140

type Opened = { readonly n: number; readonly quote: string | null }

/** True while a citation has not been scrolled away. */
const isWithin = (anchor: HTMLElement, scroller: Element): boolean => {
  const { top, bottom } = anchor.getBoundingClientRect()
  const box = scroller.getBoundingClientRect()
  return bottom > box.top && top < box.bottom
}

export const useCiting = (all: readonly Evidence[]) => {
  const cardId = useId()
  const [pointed, setPointed] = useState<{ evidence: Evidence; anchor: HTMLElement } | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const opener = useRef<HTMLElement>(null)
  /** True while the focus returns from the panel, which must not open a card. */
  const isReturning = useRef(false)
  const byNumber = useMemo(() => new Map(all.map((evidence) => [evidence.n, evidence])), [all])

  const keepCard = useCallback(() => clearTimeout(leaving.current), [])
  const dropCard = useCallback(() => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(() => setPointed(null), LEAVE_MS)
  }, [])
  useEffect(() => keepCard, [keepCard])
  // Focusing may scroll the citation, so the card moves along. Escape closes it.
  useEffect(() => {
    if (pointed === null) return undefined
    const moveAlong = ({ target }: Event) => {
      if (!(target instanceof Element)) return setPointed({ ...pointed })
      if (!target.contains(pointed.anchor)) return undefined
      return setPointed(isWithin(pointed.anchor, target) ? { ...pointed } : null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setPointed(null)
    }
    window.addEventListener('scroll', moveAlong, true)
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('scroll', moveAlong, true)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [pointed])

  const close = useCallback(() => {
    setOpened(null)
    isReturning.current = true
    opener.current?.focus()
    isReturning.current = false
  }, [])
  const openN = opened?.n ?? null
  const pointedN = pointed?.evidence.n ?? null
  const citing = useMemo<Citing>(
    () => ({
      evidence: (n) => byNumber.get(n),
      point: (at) => {
        keepCard()
        if (at === null) dropCard()
        else if (!isReturning.current) setPointed(at)
      },
      open: (n, quote, from) => {
        setPointed(null)
        opener.current = from
        setOpened({ n, quote })
      },
      openN,
      cardId,
      pointedN,
    }),
    [byNumber, keepCard, dropCard, openN, cardId, pointedN],
  )
  const evidence = opened === null ? undefined : byNumber.get(opened.n)
  return {
    citing,
    card: pointed === null ? null : { ...pointed, id: cardId, keep: keepCard, drop: dropCard },
    panel: evidence === undefined ? null : { evidence, quote: opened?.quote ?? null, close },
  }
}
