import { useEffect, useState } from 'react'
import { findWindowIcon } from '#src/platform/apps/app-registry-store.ts'
import { computeSnapRect } from '#src/platform/windows/model/snap.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { Button } from '#src/ui/form/button.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { WindowPicture } from '#src/features/desktop/overview/window-picture.tsx'
import { findSnapOffer, havePlacesChanged, type SnapOffer } from './snap-assist-offer.ts'

const PICTURE = { width: 200, height: 130 }

const isInside = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-snap-assist]') !== null

export const SnapAssist = () => {
  const [offer, setOffer] = useState<SnapOffer | null>(null)

  useEffect(
    () =>
      windows.store.subscribe((now, before) => {
        if (havePlacesChanged(before, now)) setOffer(findSnapOffer(before, now))
      }),
    [],
  )

  const isOpen = offer !== null
  useEffect(() => {
    if (!isOpen) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const onPress = (event: Event) => !isInside(event.target) && setOffer(null)
    window.addEventListener('pointerdown', onPress, { signal, capture: true })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        setOffer(null)
      },
      { signal },
    )
    return () => leaving.abort()
  }, [isOpen])

  if (offer === null) return null
  const { windows: open, screen, split } = windows.store.getState()
  const rect = computeSnapRect(offer.zone, screen, split)
  return (
    <section
      data-snap-assist=""
      aria-label={`Fill the ${offer.zone} half`}
      className="animate-fade-in absolute z-15 flex bg-canvas/75 flex-wrap content-center justify-center gap-3 overflow-auto p-6"
      style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height }}
    >
      {offer.ids.map((id) => {
        const window = open[id]
        if (window === undefined) return null
        return (
          <Button
            key={id}
            variant="plain"
            className="grid gap-2 rounded-lg bg-surface-raised p-3 text-left shadow-mid ring-1 ring-line hover:ring-2 hover:ring-accent-ink"
            onClick={() => {
              setOffer(null)
              windows.snap(id, offer.zone)
              windows.restore(id)
            }}
          >
            <span className="flex max-w-50 items-center gap-2 text-ui font-medium" dir="auto">
              <AppIcon icon={findWindowIcon(window)} sizePx={18} />
              <span className="truncate">{window.title}</span>
            </span>
            <WindowPicture windowId={id} {...PICTURE} />
          </Button>
        )
      })}
    </section>
  )
}
