import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { Alert } from '#src/ui/feedback/alert.tsx'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { texts } from './texts.ts'

export const StorageNotice = ({ calendar }: { calendar: Calendar }) => {
  const { isKept, wasDamaged, unreadable } = useStore(
    calendar.store,
    useShallow((state) => ({
      isKept: state.isKept,
      wasDamaged: state.wasDamaged,
      unreadable: state.unreadable.length,
    })),
  )
  return (
    <>
      {!isKept && (
        <Alert tone="warning" title={texts.storage.notKept}>
          {texts.storage.notKeptHint}
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
