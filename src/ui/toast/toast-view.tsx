import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '#src/ui/icon-button.tsx'
import { dismissToast, toastStore } from './toast-store.ts'
import type { Toast } from './toast-store.ts'
import { useSwipe } from './use-swipe.ts'

/** Moves the focus to the toasts from anywhere on the page. */
const FOCUS_KEY = 'F8'

/** Shows the toast of the store. Its time stands still while it is pointed at, has the focus, or the window lost it. */
export const ToastView = () => {
  const toast = useStore(toastStore, (state) => state.toast)
  const region = useRef<HTMLElement>(null)
  const focusBefore = useRef<Element | null>(null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isAway = useIsWindowAway()

  useEffect(() => {
    const focusRegion = ({ key }: KeyboardEvent) => {
      if (key === FOCUS_KEY) region.current?.focus()
    }
    document.addEventListener('keydown', focusRegion)
    return () => document.removeEventListener('keydown', focusRegion)
  }, [])

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setHasFocus(true)
    if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget
  }
  const close = (id: number) => {
    const isFocused = region.current?.contains(document.activeElement) === true
    dismissToast(id)
    setHasFocus(false)
    if (isFocused && focusBefore.current instanceof HTMLElement) focusBefore.current.focus()
  }

  // Low and flat, so that it stays below a window of the usual size; on a phone below the title bar, since forms have
  // their buttons at the bottom. A modal dialog takes the pointer from the page, but not from its toasts.
  return (
    <section
      ref={region}
      aria-label={`Notifications (${FOCUS_KEY})`}
      tabIndex={-1}
      data-toasts=""
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={onFocus}
      onBlur={() => setHasFocus(false)}
      className="pointer-events-auto fixed right-4 bottom-4 z-110 w-max max-w-[min(28rem,100vw-32px)] min-w-80 outline-none max-sm:top-[calc(60px+env(safe-area-inset-top))] max-sm:right-auto max-sm:bottom-auto max-sm:left-4 max-sm:w-[calc(100vw-32px)]"
    >
      <ol>
        {toast?.isOpen === true && (
          <ToastCard
            key={toast.id}
            toast={toast}
            isPaused={isPointedAt || hasFocus || isAway}
            onClose={() => close(toast.id)}
          />
        )}
      </ol>
    </section>
  )
}

type ToastCardProps = { toast: Toast; isPaused: boolean; onClose: () => void }

const ToastCard = ({ toast, isPaused, onClose }: ToastCardProps) => {
  const { action } = toast
  const swipe = useSwipe(onClose)
  useCountdown(toast.durationMs, { isPaused, onEnd: onClose })
  return (
    <li
      {...swipe}
      aria-live={toast.isQuiet === true ? 'off' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className={clsx(
        'animate-rise-in flex touch-pan-y items-center gap-3 rounded-lg bg-surface-raised py-1 pr-1.5 pl-4 text-[13px] leading-[18px] text-ink shadow-high ring-1 ring-line select-none max-sm:py-2',
        toast.tone === 'destructive' && 'border-l-4 border-danger-fill',
      )}
    >
      <div className="min-w-0 flex-1 py-1">
        <div
          className={clsx(
            'line-clamp-3 font-medium wrap-anywhere',
            toast.tone === 'destructive' && 'text-danger',
          )}
        >
          {toast.title}
        </div>
        {toast.description !== undefined && (
          <div className="wrap-anywhere text-ink-muted">{toast.description}</div>
        )}
      </div>
      {action !== undefined && (
        <button
          type="button"
          onClick={() => {
            onClose()
            action.onSelect()
          }}
          className="h-8 shrink-0 rounded-md px-3 text-[13px] font-medium text-accent-ink hover:bg-hover pointer-coarse:min-h-11"
        >
          {action.label}
        </button>
      )}
      <IconButton size="sm" label="Dismiss" icon={<X size={16} />} onClick={onClose} />
    </li>
  )
}

/** Calls `onEnd` after `durationMs`, pauses not counted. */
const useCountdown = (
  durationMs: number,
  { isPaused, onEnd }: { isPaused: boolean; onEnd: () => void },
) => {
  const remainingMs = useRef(durationMs)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isPaused) return undefined
    const startMs = performance.now()
    const timer = setTimeout(() => end(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startMs
    }
  }, [isPaused])
}

const useIsWindowAway = (): boolean => {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const leave = () => setIsAway(true)
    const comeBack = () => setIsAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])
  return isAway
}
