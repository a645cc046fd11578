import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { Alert } from '#src/ui/feedback/alert.tsx'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { texts } from './texts.ts'

export const StorageNotice = ({ calendar }: { calendar: Calendar }) => {
  const { isSaved, wasDamaged, unreadable, hasFailed, isUnread, refused } = useStore(
    calendar.store,
    useShallow((state) => ({
      // Changes that the account has need no storage in the browser.
      isSaved: state.isSaved || Object.keys(state.pending).length === 0,
      wasDamaged: state.wasDamaged,
      unreadable: state.unreadable.length,
      hasFailed: state.hasFailed && Object.keys(state.pending).length > 0,
      isUnread: state.hasFailed && state.accountVersion === null,
      refused: state.refused,
    })),
  )
  return (
    <>
      {!isSaved && (
        <Alert tone="warning" title={texts.storage.notSaved}>
          {texts.storage.notKeptHint}
        </Alert>
      )}
      {isSaved && (hasFailed || isUnread) && (
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
