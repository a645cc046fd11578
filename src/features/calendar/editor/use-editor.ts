import { useState } from 'react'
import { createRandomId } from '#src/lib/random-id.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import type { WallMs } from '#src/features/calendar/model/civil.ts'
import {
  createDraft,
  toDraft,
  createEvent,
  toFields,
  moveFields,
  type Draft,
} from '#src/features/calendar/model/draft.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import {
  deleteOccurrence,
  editOccurrence,
  isSeries,
  type Change,
  type EventFields,
  type Scope,
} from '#src/features/calendar/model/series.ts'
import { formatWhen } from '#src/features/calendar/views/format.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { changeWithUndo } from '#src/features/calendar/use-calendar.ts'
import { readSavedForm } from './saved-form.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'

type Editing =
  | { kind: 'nothing' }
  | { kind: 'form'; draft: Draft; occurrence: Occurrence | null }
  /** Asks how much of a series to change, or without fields to delete. `said` is the toast's title, `draft` for Cancel. */
  | {
      kind: 'scope'
      occurrence: Occurrence
      fields: EventFields | null
      said: string | null
      draft: Draft | null
    }
  | { kind: 'import'; file: File }
  | { kind: 'keys' }

const NOTHING: Editing = { kind: 'nothing' }

/** Opens the form that an expired session or a reload has closed. */
const reopenForm = (): Editing => {
  const kept = readSavedForm()
  return kept === null ? NOTHING : { kind: 'form', ...kept }
}

/** An unsaved form reopens when the calendar is in front, so that it does not cover another window. */
const useEditing = (isInFront: boolean) => {
  const [editing, setEditing] = useState(() => (isInFront ? reopenForm() : NOTHING))
  const [wasInFront, setWasInFront] = useState(isInFront)
  if (wasInFront !== isInFront) {
    setWasInFront(isInFront)
    if (isInFront && editing.kind === 'nothing') setEditing(reopenForm())
  }
  return [editing, setEditing] as const
}

type NewTimes = { startMs: WallMs; endMs: WallMs; isAllDay: boolean }

const isAt = (occurrence: Occurrence, { startMs, endMs, isAllDay }: NewTimes): boolean =>
  startMs === occurrence.startMs &&
  endMs === occurrence.endMs &&
  isAllDay === occurrence.event.isAllDay

const describeMove = (occurrence: Occurrence, { startMs, endMs, isAllDay }: NewTimes): string => {
  const event = { ...occurrence.event, isAllDay }
  const when = formatWhen({ ...occurrence, event, startMs, endMs })
  return startMs === occurrence.startMs ? texts.toasts.resized(when) : texts.toasts.moved(when)
}

export const useEditor = (calendar: Calendar, isInFront: boolean) => {
  const [editing, setEditing] = useEditing(isInFront)
  const close = () => setEditing(NOTHING)
  const events = () => calendar.store.getState().events

  const commit = (change: Change, said: string | null) => {
    if (said === null) calendar.change(change)
    else changeWithUndo(calendar, change, said)
    close()
  }

  const commitEdit = (
    occurrence: Occurrence,
    fields: EventFields,
    scope: Scope,
    said: string | null,
  ) => {
    const means = { events: events(), makeId: createRandomId }
    commit(editOccurrence(occurrence, fields, scope, means), said)
  }

  const edit = (
    occurrence: Occurrence,
    fields: EventFields,
    { said, draft }: { said: string | null; draft: Draft | null },
  ) => {
    if (isSeries(occurrence.event)) setEditing({ kind: 'scope', occurrence, fields, said, draft })
    else commitEdit(occurrence, fields, 'one', said)
  }

  return {
    editing,
    close,
    startNew: (startMs: WallMs, endMs: WallMs, isAllDay: boolean) =>
      setEditing({ kind: 'form', draft: createDraft(startMs, endMs, isAllDay), occurrence: null }),
    open: (occurrence: Occurrence) =>
      setEditing({ kind: 'form', draft: toDraft(occurrence), occurrence }),
    showKeys: () => setEditing({ kind: 'keys' }),
    startImport: (file: File) => setEditing({ kind: 'import', file }),

    save: (draft: Draft, occurrence: Occurrence | null) => {
      const fields = toFields(draft, occurrence?.event ?? null, getLocalZone())
      if (fields === null) return
      if (occurrence !== null) edit(occurrence, fields, { said: null, draft })
      else commit({ put: [createEvent(fields, createRandomId)], drop: [] }, null)
    },
    /** Moves an occurrence to other times on the viewer's wall. */
    move: (occurrence: Occurrence, to: NewTimes) => {
      if (isAt(occurrence, to)) return
      // Moving an event recreates its button, so the focus moves to the window first.
      document.activeElement?.closest<HTMLElement>('[data-window]')?.focus()
      const fields = moveFields(occurrence, to, getLocalZone())
      const said = describeMove(occurrence, to)
      if (fields !== null) edit(occurrence, fields, { said, draft: null })
    },
    remove: (occurrence: Occurrence) => {
      const said = texts.toasts.deleted
      if (isSeries(occurrence.event)) {
        setEditing({ kind: 'scope', occurrence, fields: null, said, draft: null })
      } else commit(deleteOccurrence(occurrence, 'all', events()), said)
    },
    /** Returns to the form with the typed text, or closes if there was no form. */
    cancelScope: () => {
      if (editing.kind !== 'scope' || editing.draft === null) return close()
      setEditing({ kind: 'form', draft: editing.draft, occurrence: editing.occurrence })
    },
    chooseScope: (scope: Scope) => {
      if (editing.kind !== 'scope') return
      const { occurrence, fields, said } = editing
      if (fields === null) commit(deleteOccurrence(occurrence, scope, events()), said)
      else commitEdit(occurrence, fields, scope, said)
    },
    importEvents: async (imported: readonly CalendarEvent[]) => {
      const { mergeImported } = await import('#src/features/calendar/ics/ics-import.ts')
      const { put, added, updated } = mergeImported(events(), imported)
      commit({ put, drop: [] }, texts.toasts.imported(added, updated))
    },
    exportAll: (productName: string) => exportEvents(events(), productName),
  }
}

export type Editor = ReturnType<typeof useEditor>

const exportEvents = async (events: readonly CalendarEvent[], productName: string) => {
  try {
    const { writeCalendarFile } = await import('#src/features/calendar/ics/ics-export.ts')
    const text = writeCalendarFile(events, { productName, nowMs: Date.now() })
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'calendar.ics')
    showToast({ title: texts.toasts.exported(events.length) })
  } catch (error) {
    console.warn('The calendar was not exported', error)
    showFailure(texts.toasts.notExported)
  }
}
