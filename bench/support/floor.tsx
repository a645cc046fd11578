import { memo, useRef } from 'react'
import type { PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { create } from 'zustand'
import { fillBody } from './window-body.ts'

/**
 * What the platform allows: windows of React and zustand that are moved by pointer capture and a transform written to the
 * element. It has no resizing, keys, bounds or styles.
 */

type Place = { id: string; x: number; y: number; z: number }
type Floor = { ids: string[]; places: Record<string, Place> }

const useFloor = create<Floor>(() => ({ ids: [], places: {} }))

const FloorWindow = memo(({ id }: { id: string }) => {
  const place = useFloor((state) => state.places[id])
  const ref = useRef<HTMLDivElement>(null)
  const pressRef = useRef<{ x: number; y: number } | null>(null)
  if (place === undefined) return null
  const at = (event: PointerEvent) => {
    const press = pressRef.current
    return press === null ? null : { x: event.clientX - press.x, y: event.clientY - press.y }
  }
  return (
    <div
      ref={ref}
      data-window={id}
      style={{
        position: 'absolute',
        width: 640,
        height: 420,
        zIndex: place.z,
        transform: `translate3d(${place.x}px,${place.y}px,0)`,
        background: '#fff',
        border: '1px solid #999',
        borderRadius: 12,
        overflow: 'hidden',
        contain: 'layout paint style',
        willChange: 'transform',
      }}
    >
      <div
        data-window-title
        style={{ height: 40, background: '#eee', touchAction: 'none' }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pressRef.current = { x: event.clientX - place.x, y: event.clientY - place.y }
        }}
        onPointerMove={(event) => {
          const to = at(event)
          if (to !== null && ref.current !== null) {
            ref.current.style.transform = `translate3d(${to.x}px,${to.y}px,0)`
          }
        }}
        onPointerUp={(event) => {
          const to = at(event)
          pressRef.current = null
          if (to === null) return
          useFloor.setState(({ places }) => ({ places: { ...places, [id]: { ...place, ...to } } }))
        }}
      >
        {id}
      </div>
      <div ref={fillBody} />
    </div>
  )
})
FloorWindow.displayName = 'FloorWindow'

const FloorPage = () => {
  const ids = useFloor((state) => state.ids)
  return ids.map((id) => <FloorWindow key={id} id={id} />)
}

let opened = 0
const open = () => {
  const id = `w${opened}`
  const place = { id, x: 60 + (opened % 10) * 24, y: 60 + (opened % 10) * 18, z: 1000 + opened }
  opened += 1
  flushSync(() =>
    useFloor.setState(({ ids, places }) => ({
      ids: [...ids, id],
      places: { ...places, [id]: place },
    })),
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<FloorPage />)
Object.assign(window, { openWindow: open })
for (let count = Number(new URLSearchParams(location.search).get('windows')); count > 0; count -= 1)
  open()
