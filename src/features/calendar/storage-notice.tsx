import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { Alert } from '#src/ui/feedback/alert.tsx'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { texts } from './texts.ts'

export const StorageNotice = ({ calendar }: { calendar: Calendar }) => {
  const { isKept, wasDamaged, unreadable, hasFailed, isUnread, refused } = useStore(
    calendar.store,
    useShallow((state) => ({
      // What the account has does not need the browser.
      isKept: state.isKept || Object.keys(state.pending).length === 0,
      wasDamaged: state.wasDamaged,
      unreadable: state.unreadable.length,
      hasFailed: state.hasFailed && Object.keys(state.pending).length > 0,
      isUnread: state.hasFailed && state.accountVersion === null,
      refused: state.refused,
    })),
  )
  return (
    <>
      {!isKept && (
        <Alert tone="warning" title={texts.storage.notKept}>
          {texts.storage.notKeptHint}
        </Alert>
      )}
      {isKept && (hasFailed || isUnread) && (
        <p role="status" className="text-ui text-ink-muted">
          {hasFailed ? texts.storage.failed : texts.storage.unread}
        </p>
      )}
      {refused > 0 && (
        <Alert tone="warning" title={texts.storage.refused(refused)}>
          {texts.storage.refusedHint}
        </Alert>
      )}
      {wasDamaged && (
        <Alert tone="warning" title={texts.storage.damaged}>
          {texts.storage.damagedHint}
        </Alert>
      )}
      {unreadable > 0 && (
        <Alert tone="warning" title={texts.storage.unreadable(unreadable)}>
          {texts.storage.unreadableHint}
        </Alert>
      )}
    </>
  )
}
