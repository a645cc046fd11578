import { useEffect, useId, useMemo, useRef, useState, type DragEvent, type Ref } from 'react'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { useProductName } from '#src/platform/config/raw-config.ts'
import { Agenda, AgendaView } from '#src/features/calendar/views/agenda.tsx'
import { AGENDA_DAYS, turnPage, type Place, type View } from './calendar-keys.ts'
import {
  DAY_MS,
  HOUR_MS,
  wallToDay,
  getFirstWeekday,
  getWeek,
  type Day,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import { DayStrip } from '#src/features/calendar/views/day-strip.tsx'
import { getUsualStart } from '#src/features/calendar/model/draft.ts'
import { EditorDialogs } from '#src/features/calendar/editor/editor-dialogs.tsx'
import { formatDay, formatWeek } from '#src/features/calendar/views/format.ts'
import { MonthView } from '#src/features/calendar/views/month-view.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { texts } from './texts.ts'
import { Toolbar } from '#src/features/calendar/views/toolbar.tsx'
import { FileInput } from '#src/ui/form/file-input.tsx'
import { useIsInFront } from '#src/platform/windows/window-title.ts'
import { readNow, useCalendar, useIsNarrow, useNow, useOccurrences } from './use-calendar.ts'
import { useEditor, type Editor } from '#src/features/calendar/editor/use-editor.ts'
import type { OccurrenceIndex } from '#src/features/calendar/model/occurrences.ts'
import { useEventKeys } from '#src/features/calendar/views/event-keys.ts'
import { usePlace } from '#src/features/calendar/views/use-current-date.ts'
import { startReminders } from '#src/features/calendar/reminders/start-reminders.ts'
import { WeekView } from '#src/features/calendar/views/week-view.tsx'
import './calendar.css'

/** On narrower screens a day has no room for the names of its events. */
const NARROW_PX = 600

/** Returns the start of a new event: the hour that was chosen, else the usual one of the day. */
const pickNewEventStart = ({ day, hour }: Place, view: View): WallMs => {
  const nowMs = readNow()
  const placeMs = day * DAY_MS + hour * HOUR_MS
  const isOver = day === wallToDay(nowMs) && placeMs < nowMs
  return (view === 'week' || view === 'day') && !isOver ? placeMs : getUsualStart(day, nowMs)
}

type PageTitleOptions = {
  view: View
  day: Day
  week: readonly Day[]
  isNarrow: boolean
}

const formatPageTitle = ({ view, day, week, isNarrow }: PageTitleOptions): string => {
  if (view === 'month') return formatDay(day, { month: 'long', year: 'numeric' })
  if (view === 'agenda') return formatWeek([day, day + AGENDA_DAYS - 1])
  if (isNarrow) return formatDay(day, { weekday: 'short', day: 'numeric', month: 'short' })
  return view === 'week' ? formatWeek(week) : formatDay(day, { dateStyle: 'medium' })
}

const useFileDrop = (onFile: (file: File) => void) => {
  const [isFileOver, setIsFileOver] = useState(false)
  const noticeDrag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsFileOver(isOver)
  }
  const dropArea = {
    onDragOver: (event: DragEvent) => noticeDrag(event, true),
    onDragLeave: (event: DragEvent) => noticeDrag(event, false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsFileOver(false)
      const [file] = event.dataTransfer.files
      if (file !== undefined) onFile(file)
    },
  }
  return { isFileOver, dropArea }
}

type FileIntakeProps = {
  ref: Ref<HTMLInputElement>
  isFileOver: boolean
  onFile: (file: File) => void
}

/** Lets the user choose a calendar file, and shows where to drop one. */
const FileIntake = ({ ref, isFileOver, onFile }: FileIntakeProps) => (
  <>
    <FileInput
      ref={ref}
      label={texts.menu.import}
      accept=".ics,.ical,.ifb,text/calendar"
      onFile={onFile}
    />
    {isFileOver && (
      <div className="pointer-events-none absolute inset-2 z-5 grid place-items-center rounded-lg border-2 border-dashed border-accent-ink bg-surface/90 font-semibold text-accent-ink">
        {texts.import.dropHere}
      </div>
    )}
  </>
)

/** `?day=2026-11-20` in the path opens that day. */
export const CalendarWindow = ({ path = '' }: Partial<AppBodyProps>) => {
  const calendar = useCalendar()
  const occurrences = useOccurrences(calendar)
  const editor = useEditor(calendar, useIsInFront())
  const productName = useProductName()
  const today = wallToDay(useNow('hour'))
  const rootRef = useRef<HTMLDivElement | null>(null)
  const fileRef = useRef<HTMLInputElement | null>(null)
  const isNarrow = useIsNarrow(rootRef, NARROW_PX)
  const titleId = useId()
  const firstWeekday = useMemo(() => getFirstWeekday(navigator.language), [])
  useEffect(() => startReminders(calendar), [calendar])

  const startNew = (place: Place, view: View) => {
    const startMs = pickNewEventStart(place, view)
    editor.startNew(startMs, startMs + HOUR_MS, false)
  }
  const { onEventKey, findFocusAfterDialog } = useEventKeys({ rootRef, occurrences, editor })
  const { view, setView, place, setPlace } = usePlace({
    path,
    today,
    firstWeekday,
    rootRef,
    isListening: editor.editing.kind === 'nothing',
    onNew: startNew,
    onEventKey,
  })
  const { day, hour } = place
  const week = useMemo(() => getWeek(day, firstWeekday), [day, firstWeekday])

  const title = formatPageTitle({ view, day, week, isNarrow })
  const { isFileOver, dropArea } = useFileDrop(editor.startImport)
  const pane = {
    place,
    today,
    occurrences,
    isNarrow,
    labelledBy: titleId,
    editor,
    onPlace: setPlace,
    onNew: startNew,
  }

  return (
    <div
      ref={rootRef}
      className="calendar relative flex h-full min-h-105 flex-col gap-3 px-5 pt-4 pb-5 select-none data-narrow:gap-2 data-narrow:p-3"
      data-narrow={isNarrow ? '' : undefined}
      {...dropArea}
    >
      <Toolbar
        titleId={titleId}
        title={title}
        view={view}
        isNarrow={isNarrow}
        onView={setView}
        onToday={() => setPlace({ day: today, hour })}
        onTurn={(count) => setPlace({ day: turnPage(day, view, count), hour })}
        onNew={() => startNew(place, view)}
        menu={[
          { label: texts.menu.import, onSelect: () => fileRef.current?.click() },
          { label: texts.menu.export, onSelect: () => void editor.exportAll(productName) },
          { label: texts.menu.keys, onSelect: editor.showKeys },
        ]}
      />
      <StorageNotice calendar={calendar} />
      <Pane {...pane} view={view} firstWeekday={firstWeekday} week={week} />
      <FileIntake ref={fileRef} isFileOver={isFileOver} onFile={editor.startImport} />
      <EditorDialogs editor={editor} findFocusAfterDialog={findFocusAfterDialog} />
    </div>
  )
}

type PaneProps = {
  place: Place
  today: Day
  occurrences: OccurrenceIndex
  isNarrow: boolean
  labelledBy: string
  editor: Editor
  onPlace: (place: Place) => void
  onNew: (place: Place, view: View) => void
}

const Pane = ({
  view,
  firstWeekday,
  week,
  ...pane
}: PaneProps & { view: View; firstWeekday: number; week: readonly Day[] }) => {
  if (view === 'month') return <MonthPane {...pane} firstWeekday={firstWeekday} />
  if (view !== 'agenda')
    return <WeekPane {...pane} week={week} isOneDay={pane.isNarrow || view === 'day'} />
  const { place, today, occurrences, editor, onNew } = pane
  return (
    <AgendaView
      day={place.day}
      today={today}
      occurrences={occurrences}
      onOpen={editor.open}
      onNew={() => onNew(place, view)}
    />
  )
}

/** The month, and on a narrow screen the events of the chosen day below it. */
const MonthPane = ({
  place,
  editor,
  onPlace,
  onNew,
  ...shared
}: PaneProps & { firstWeekday: number }) => {
  const { day, hour } = place
  const choose = (chosen: Day) => onPlace({ day: chosen, hour })
  return (
    <>
      <MonthView
        {...shared}
        day={day}
        onChoose={choose}
        onCreate={(from, to) => {
          choose(from)
          if (from === to) onNew({ day: from, hour }, 'month')
          else editor.startNew(from * DAY_MS, (to + 1) * DAY_MS, true)
        }}
        onOpen={editor.open}
        onMove={(occurrence, byDays) =>
          editor.move(occurrence, {
            startMs: occurrence.startMs + byDays * DAY_MS,
            endMs: occurrence.endMs + byDays * DAY_MS,
            isAllDay: occurrence.event.isAllDay,
          })
        }
      />
      {shared.isNarrow && (
        <Agenda
          day={day}
          occurrences={shared.occurrences}
          onOpen={editor.open}
          onNew={() => onNew(place, 'month')}
        />
      )}
    </>
  )
}

/** The hours of the week or of one day. A narrow screen shows the week as a strip to choose a day. */
const WeekPane = ({
  place,
  week,
  isOneDay,
  isNarrow,
  editor,
  onPlace,
  ...shared
}: PaneProps & { week: readonly Day[]; isOneDay: boolean }) => {
  const { day, hour } = place
  const { today, occurrences, labelledBy } = shared
  const days = useMemo(() => (isOneDay ? [day] : week), [isOneDay, day, week])
  return (
    <>
      {isNarrow && (
        <DayStrip
          days={week}
          day={day}
          today={today}
          onChoose={(chosen) => onPlace({ day: chosen, hour })}
        />
      )}
      <WeekView
        days={days}
        day={day}
        hour={hour}
        today={today}
        occurrences={occurrences}
        labelledBy={labelledBy}
        onChoose={(chosen, chosenHour) => onPlace({ day: chosen, hour: chosenHour })}
        onCreate={editor.startNew}
        onOpen={editor.open}
        onMove={editor.move}
      />
    </>
  )
}
