import * as RadixDialog from '@radix-ui/react-dialog'
import { cn } from '#src/lib/cn.ts'
import { useRef, type ReactNode } from 'react'
import { Modal } from './modal.tsx'

type DialogProps = {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog'
  size?: 'sm' | 'md' | 'lg'
  /** Gets the focus when the dialog closes, instead of the element that had it before. */
  returnFocusTo?: () => HTMLElement | null
}

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' } as const

/** Returns the opener, or the front window if the opener is gone or its window is no longer in front. */
const findReturn = (opener: Element | null): Element | null => {
  const front = document.querySelector('[data-window][data-active]')
  if (opener?.isConnected !== true || opener === document.body) return front
  const home = opener.closest('[data-window]')
  return front !== null && home !== null && home !== front ? front : opener
}

const CONTROLS = 'button, input, select, textarea'

/**
 * Returns true if a text or a link, such as an address, would get the focus. Screen readers would read it in place of
 * the title and the description.
 */
const startsWithText = (content: HTMLElement): boolean =>
  content.querySelector(`${CONTROLS}, a[href], [tabindex="0"]`)?.matches(CONTROLS) === false

/** A modal that keeps the focus inside and returns it on close. */
export const Dialog = ({
  onClose,
  title,
  description,
  children,
  actions,
  role = 'dialog',
  size = 'sm',
  returnFocusTo,
}: DialogProps) => {
  const openerRef = useRef(document.activeElement)
  return (
    <Modal onClose={onClose}>
      <RadixDialog.Content
        role={role}
        aria-modal="true"
        onOpenAutoFocus={(event) => {
          const { currentTarget } = event
          if (!(currentTarget instanceof HTMLElement)) return
          const focused = document.activeElement
          // A field with autofocus has the focus before this event.
          if (currentTarget.contains(focused)) return
          openerRef.current = focused
          if (!startsWithText(currentTarget)) return
          event.preventDefault()
          currentTarget.focus()
        }}
        onCloseAutoFocus={(event) => {
          const wanted = returnFocusTo?.() ?? findReturn(openerRef.current)
          if (!(wanted instanceof HTMLElement)) return
          event.preventDefault()
          wanted.focus()
        }}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        className={cn(
          'animate-rise-in fixed inset-x-4 top-[calc(50%-var(--keyboard,0px)/2)] z-101 mx-auto flex max-h-[min(85dvh,100dvh-32px-var(--keyboard,0px))] -translate-y-1/2 flex-col overflow-hidden rounded-xl bg-surface-raised pt-6 shadow-high ring-1 ring-line focus:outline-none max-sm:pt-5',
          WIDTHS[size],
        )}
      >
        <RadixDialog.Title className="px-6 text-base leading-6 font-semibold tracking-snug text-ink max-sm:px-5">
          {title}
        </RadixDialog.Title>
        {/* Long content scrolls between the title and the buttons. */}
        <div className="min-h-0 overflow-auto px-6 pb-6 max-sm:px-5 max-sm:pb-5">
          {description !== undefined && (
            <RadixDialog.Description className="mt-1.5 text-ink-muted">
              {description}
            </RadixDialog.Description>
          )}
          {children !== undefined && <div className="mt-4">{children}</div>}
        </div>
        {actions !== undefined && (
          <div
            className={cn(
              'flex flex-wrap justify-end gap-2 px-6 pb-6 max-sm:px-5 max-sm:pb-5',
              size !== 'sm' && 'border-t pt-4 pb-4! max-sm:pt-3 max-sm:pb-3!',
            )}
          >
            {actions}
          </div>
        )}
      </RadixDialog.Content>
    </Modal>
  )
}
