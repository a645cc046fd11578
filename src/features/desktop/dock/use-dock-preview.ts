import { useEffect, useMemo, useRef, useState } from 'react'
import type { FocusEvent, MouseEvent, PointerEvent } from 'react'

/** A pointer that only passes over an item shows no preview. */
const DELAY_MS = 400

export type DockPreviewPlace = {
  windowId: string
  /** The middle of its item, from the left end of the dock. */
  centerX: number
}

/** Shows a preview when a mouse rests on a dock item or a key focuses it. A press hides it until the item is left. */
export const useDockPreview = () => {
  const [preview, setPreview] = useState<DockPreviewPlace | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const attention = useMemo(() => {
    const wait = (item: HTMLElement) => {
      clearTimeout(timer.current)
      const windowId = item.dataset['dockWindow']
      if (windowId === undefined) return
      const centerX = item.offsetLeft + item.offsetWidth / 2
      timer.current = setTimeout(() => setPreview({ windowId, centerX }), DELAY_MS)
    }
    const leave = () => {
      clearTimeout(timer.current)
      setPreview(null)
    }
    return {
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'mouse') wait(currentTarget)
      },
      onPointerLeave: leave,
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) wait(currentTarget)
      },
      onBlur: leave,
      onClick: (_event: MouseEvent) => leave(),
    }
  }, [])

  return { preview, attention }
}

export type Attention = ReturnType<typeof useDockPreview>['attention']
