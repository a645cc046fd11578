import * as RadixToast from '@radix-ui/react-toast'
import { cn } from '#src/lib/cn.ts'
import X from 'lucide-react/icons/x'
import { useRef, useState, type CSSProperties } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { isReloadOffered, releaseStore } from '#src/lib/new-release.ts'
import { closeTopModal, useIsModalOpen } from '#src/ui/overlay/open-modals.ts'
import { dismissToast, toastStore } from './toast-store.ts'

/** A toast that is swiped this far to the right is dismissed. */
const SWIPE_THRESHOLD_PX = 50

/**
 * Where toasts appear: in the lower right corner, on a phone below the header; below the header everywhere; or beside the
 * dock of a desktop, above it where it leaves too little room.
 */
type ToastPlace = 'corner' | 'header' | 'desktop'

const BELOW_BAR = '[--toast-top:calc(60px+env(safe-area-inset-top))]'
const BELOW_NOTICE = '[--toast-top:calc(116px+env(safe-area-inset-top))]'
const WIDE = 'max-w-[min(28rem,100vw-32px)]'

// Low enough not to cover a window of the default size.
const LOW = 'bottom-[calc(16px+env(safe-area-inset-bottom)+var(--keyboard,0px))]'
const BELOW_PHONE_HEADER = 'max-sm:top-(--toast-top) max-sm:bottom-auto'

const PLACES = {
  header: `top-(--toast-top) ${WIDE} ${BELOW_PHONE_HEADER}`,
  corner: `${LOW} max-w-[clamp(20rem,50vw-12rem,28rem)] [@media(max-height:479px)]:top-(--toast-top) [@media(max-height:479px)]:bottom-auto ${BELOW_PHONE_HEADER}`,
  desktop: [
    LOW,
    'max-w-[clamp(15rem,50vw_-_var(--dock-width,20rem)/2_-_2rem,28rem)] data-wide-dock:max-w-112',
    '[@media(min-width:640px)_and_(min-height:480px)]:data-wide-dock:bottom-[calc(var(--dock-height)+20px+env(safe-area-inset-bottom))]',
    // On phones, windows have search fields at the top, and the input rows of chats and the dock at the bottom.
    '[@media(max-width:639px)_and_(min-height:480px)]:bottom-[calc(152px+env(safe-area-inset-bottom)+var(--keyboard,0px))]',
    '[@media(max-height:479px)]:bottom-[calc(96px+env(safe-area-inset-bottom)+var(--keyboard,0px))]',
  ],
  // At the top, because a dialog has its buttons at the bottom.
  dialog: `top-(--toast-top) ${WIDE} ${BELOW_PHONE_HEADER} [@media(max-height:479px)]:top-4`,
} as const

/** On a phone, toasts would cover the buttons of a dialog. */
const ABOVE_PHONE_DIALOG =
  'max-sm:top-(--toast-top)! max-sm:bottom-auto! [@media(max-height:479px)]:top-4! [@media(max-height:479px)]:bottom-auto!'

/** Returns true if the toast appeared over a dialog, so that it does not move when the dialog closes. */
const useCameOverDialog = (toastId: number | undefined, isModal: boolean): boolean => {
  const [shown, setShown] = useState({ toastId, isModal })
  if (shown.toastId !== toastId) setShown({ toastId, isModal })
  return shown.isModal
}

const buildDockStyle = ({ width, height }: { width: number; height: number }): CSSProperties =>
  ({ '--dock-width': `${width}px`, '--dock-height': `${height}px` }) as CSSProperties

type ToasterProps = {
  place?: ToastPlace
}

/** Shows the toasts of the page where they cover no input row, no button of a dialog and no title bar. */
export const Toaster = ({ place = 'corner' }: ToasterProps) => {
  const { toast, dock } = useStore(toastStore)
  const isModal = useIsModalOpen()
  const cameOverDialog = useCameOverDialog(toast?.id, isModal)
  const toastRef = useRef<HTMLLIElement | null>(null)
  const hasNotice = useStore(releaseStore, isReloadOffered)
  return (
    <RadixToast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toast !== null && (
        <RadixToast.Root
          key={toast.id}
          ref={toastRef}
          data-toast=""
          type="background"
          open={toast.isOpen}
          duration={toast.durationMs}
          onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
          onEscapeKeyDown={(event) => {
            // Radix sends Escape only to the toast, the topmost layer, but the user means the dialog.
            if (!isModal || toastRef.current?.contains(document.activeElement) === true) return
            event.preventDefault()
            closeTopModal()
          }}
          className={cn(
            'animate-rise-in flex items-center gap-3 rounded-lg bg-surface-raised py-1 pr-1.5 pl-4 text-ui leading-[18px] text-ink shadow-high ring-1 ring-line max-sm:py-2',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            toast.tone === 'destructive' && 'border-l-4 border-danger-fill',
          )}
        >
          <div className="min-w-0 flex-1 py-1">
            <RadixToast.Title
              className={cn(
                'line-clamp-3 font-medium wrap-anywhere',
                toast.tone === 'destructive' && 'text-danger',
              )}
            >
              {toast.title}
            </RadixToast.Title>
            {toast.description !== undefined && (
              <RadixToast.Description className="wrap-anywhere text-ink-muted">
                {toast.description}
              </RadixToast.Description>
            )}
          </div>
          {toast.action !== undefined && (
            <RadixToast.Action
              altText={toast.action.label}
              onClick={toast.action.onSelect}
              className="h-8 shrink-0 rounded-md px-3 text-ui font-medium text-accent-ink hover:bg-hover pointer-coarse:min-h-11"
            >
              {toast.action.label}
            </RadixToast.Action>
          )}
          <RadixToast.Close asChild>
            <IconButton size="sm" label="Dismiss" icon={<X size={16} />} />
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport
        // A modal dialog hides everything outside it from assistive technology except live regions.
        aria-live="off"
        data-wide-dock={dock?.isWide === true ? '' : undefined}
        style={dock === null ? undefined : buildDockStyle(dock)}
        className={cn(
          'fixed right-[calc(16px+env(safe-area-inset-right))] z-110 w-max min-w-60 outline-none',
          PLACES[cameOverDialog ? 'dialog' : place],
          isModal && ABOVE_PHONE_DIALOG,
          'max-sm:inset-x-4 max-sm:w-auto max-sm:max-w-none max-sm:min-w-0',
          hasNotice && !isModal ? BELOW_NOTICE : BELOW_BAR,
        )}
      />
    </RadixToast.Provider>
  )
}
