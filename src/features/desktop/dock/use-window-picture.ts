import { useLayoutEffect, useRef, type RefObject } from 'react'
import { findWindowElement } from '#src/platform/windows/frame/window-box.ts'
import type { Size } from '#src/platform/windows/model/geometry.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** Copying a larger window would take too long. */
const MAX_ELEMENTS = 4000

/** Returns true for attributes that a copy must not have: selectors of the original, and URLs that would load again. */
const isIdentity = (name: string) =>
  /^(?:id|name|for|href|src|srcset|role|tabindex|autofocus)$/.test(name) ||
  /^(?:aria-|data-)/.test(name)

const strip = (element: Element) => {
  for (const name of element.getAttributeNames()) {
    const isImage = element instanceof HTMLImageElement && name.startsWith('src')
    const isPaint = element instanceof SVGElement && name === 'href'
    if (isIdentity(name) && !isImage && !isPaint) element.removeAttribute(name)
  }
}

const copyCanvas = (from: HTMLCanvasElement, to: HTMLCanvasElement) => {
  if (from.width > 0 && from.height > 0) to.getContext('2d')?.drawImage(from, 0, 0)
}

/** Returns a still copy of a window at its full size, to be scaled down; null if it is too large to copy. */
const copyWindow = (original: HTMLElement, { width, height }: Size): HTMLElement | null => {
  const inside = [...original.querySelectorAll('*')]
  if (inside.length > MAX_ELEMENTS) return null
  const picture = original.cloneNode(true)
  if (!(picture instanceof HTMLElement)) return null
  const copies = [...picture.querySelectorAll('*')]
  // The preview has its own heading. The empty bar keeps its row above the body.
  const bar = picture.querySelector('[data-window-title]')
  bar?.replaceChildren()
  for (const part of [picture, bar]) part?.removeAttribute('class')
  for (const [index, copy] of copies.entries()) {
    const source = inside[index]
    if (source instanceof HTMLCanvasElement && copy instanceof HTMLCanvasElement) {
      copyCanvas(source, copy)
    }
    strip(copy)
    if (copy instanceof HTMLIFrameElement) copy.remove()
  }
  strip(picture)
  picture.inert = true
  picture.dataset['picture'] = ''
  Object.assign(picture.style, {
    position: 'absolute',
    inset: '0 auto auto 0',
    transformOrigin: '0 0',
    display: 'block',
    width: `${width}px`,
    height: `${height}px`,
    transform: 'none',
    translate: '',
    scale: '',
    zIndex: '0',
    pointerEvents: 'none',
  })
  return picture
}

/**
 * Returns a ref for an element whose content is replaced by a still picture of the window, at most `width` × `height` pixels.
 * The element keeps its content if the window cannot be copied.
 */
export const useWindowPicture = <Stage extends HTMLElement>(
  windowId: string,
  width: number,
  height: number,
): RefObject<Stage | null> => {
  const stageRef = useRef<Stage | null>(null)

  useLayoutEffect(() => {
    const [stage, element] = [stageRef.current, findWindowElement(windowId)]
    const { windows: open, screen, split } = windows.store.getState()
    const record = open[windowId]
    if (stage === null || element === undefined || record === undefined) return
    const rect = computeShownRect(record, { screen, split })
    const picture = copyWindow(element, rect)
    if (picture === null) return
    const scale = Math.min(width / rect.width, height / rect.height)
    picture.style.scale = String(scale)
    stage.style.width = `${rect.width * scale}px`
    stage.style.height = `${rect.height * scale}px`
    stage.replaceChildren(picture)
  }, [windowId, width, height])

  return stageRef
}
