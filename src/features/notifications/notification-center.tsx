import BellRing from 'lucide-react/icons/bell-ring'
import AppWindow from 'lucide-react/icons/app-window'
import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Coins from 'lucide-react/icons/coins'
import FileText from 'lucide-react/icons/file-text'
import Newspaper from 'lucide-react/icons/newspaper'
import Star from 'lucide-react/icons/star'
import { useState, type ReactNode } from 'react'
import { cn } from '#src/lib/cn.ts'
import { formatDate } from '#src/lib/dates.ts'
import {
  notifications,
  useNotifications,
  useQuietHours,
} from '#src/platform/notifications/notifications.ts'
import type { Notification, NotificationKind } from '#src/platform/notifications/notifications.ts'
import { QuietHoursSwitch, QuietHoursTimes } from '#src/platform/notifications/quiet-hours.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { statusPartClass } from '#src/ui/status-part.ts'

const MAX_COUNT = 99

const ICONS: Readonly<Record<NotificationKind, ReactNode>> = {
  report: <FileText size={16} />,
  payment: <Coins size={16} />,
  topic: <Newspaper size={16} />,
  wallet: <Star size={16} />,
  price: <BellRing size={16} />,
  reminder: <CalendarClock size={16} />,
  app: <AppWindow size={16} />,
}

const isToday = (atMs: number): boolean =>
  new Date(atMs).toDateString() === new Date().toDateString()

const Row = ({ one, onOpen }: { one: Notification; onOpen: (one: Notification) => void }) => (
  <li>
    <Button
      variant="plain"
      onClick={() => onOpen(one)}
      className="flex w-full items-start gap-3 rounded-md px-2 py-2 text-left hover:bg-hover pointer-coarse:min-h-11"
    >
      <span
        className={cn(
          'mt-0.5 shrink-0',
          one.isFailure ? 'text-danger' : one.isRead ? 'text-ink-muted' : 'text-accent-ink',
        )}
      >
        {one.isFailure ? <CircleAlert size={16} /> : ICONS[one.kind]}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn('line-clamp-2 wrap-anywhere', !one.isRead && 'font-semibold')}>
          {!one.isRead && <span className="sr-only">Unread: </span>}
          <bdi>{one.title}</bdi>
        </span>
        {one.text !== '' && (
          <span className="line-clamp-2 text-ink-muted wrap-anywhere">
            <bdi>{one.text}</bdi>
          </span>
        )}
        <span className="block text-xs text-ink-muted">
          {formatDate(one.atMs, isToday(one.atMs) ? 'clock' : 'day and clock')}
        </span>
      </span>
    </Button>
  </li>
)

const QuietHours = () => (
  <div className="mt-3 border-t pt-3">
    <div className="mb-2 flex items-center justify-between gap-3">
      <span>
        Quiet hours
        <span className="block text-xs text-ink-muted">No pop-ups; everything is listed here.</span>
      </span>
      <QuietHoursSwitch />
    </div>
    <QuietHoursTimes />
  </div>
)

type NotificationCenterProps = { onOpen: (path: string) => void; className?: string }

/** The bell with the number of unread notifications; a press lists them. */
export const NotificationCenter = ({
  onOpen,
  className = statusPartClass(),
}: NotificationCenterProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const all = useNotifications()
  const { isOn: isQuietOn } = useQuietHours()
  const unread = all.filter(({ isRead }) => !isRead).length
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  const toggle = (open: boolean) => {
    setIsOpen(open)
    // All listed notifications have been seen.
    if (!open) notifications.markAllRead()
  }
  return (
    <Popover
      title="Notifications"
      isOpen={isOpen}
      onOpenChange={toggle}
      className="w-88 max-sm:w-[calc(100vw-16px)]"
      trigger={
        <Button variant="plain" aria-label={label} data-tip={label} className={className}>
          {isQuietOn ? <BellOff size={15} /> : <Bell size={15} />}
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="tabular -ml-1 min-w-4 rounded-full bg-danger-fill px-1 text-center text-2xs leading-4 font-semibold text-danger-on"
            >
              {unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}
            </span>
          )}
        </Button>
      }
    >
      <div className="text-ui">
        {all.length === 0 ? (
          <EmptyState title="You’re all caught up">
            Finished reports, payments and reminders show up here.
          </EmptyState>
        ) : (
          <>
            <ul className="-mx-2 max-h-[min(24rem,50dvh)] overflow-y-auto [mask-image:linear-gradient(to_bottom,black_calc(100%-20px),transparent)] pb-4">
              {all.map((one) => (
                <Row
                  key={one.id}
                  one={one}
                  onOpen={({ id, path }) => {
                    notifications.markRead(id)
                    toggle(false)
                    onOpen(path)
                  }}
                />
              ))}
            </ul>
            <Button variant="ghost" size="sm" className="mt-2" onClick={notifications.clear}>
              Clear all
            </Button>
          </>
        )}
        <QuietHours />
      </div>
    </Popover>
  )
}
