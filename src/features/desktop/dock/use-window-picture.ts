import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { findWindowElement } from '#src/platform/windows/frame/window-box.ts'
import { computeShownRect } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { copyWindow } from './window-picture.ts'

/**
 * Returns a ref for the element that a still picture of the window replaces the content of, at most `width` × `height`
 * pixels. The element keeps its content if the window cannot be pictured.
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
