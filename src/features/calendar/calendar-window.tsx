import { useId, useMemo, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { dateLocale } from '#src/lib/dates.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { useProductName } from '#src/platform/config/server-facts.ts'
import { Agenda } from '#src/features/calendar/views/agenda.tsx'
import { turnPage } from './calendar-keys.ts'
import type { Place, View } from './calendar-keys.ts'
import {
  DAY_MS,
  HOUR_MS,
  dayOfWall,
  getFirstWeekday,
  getWeek,
} from '#src/features/calendar/model/civil.ts'
import type { Day } from '#src/features/calendar/model/civil.ts'
import { DayStrip } from '#src/features/calendar/views/day-strip.tsx'
import { usualStart } from '#src/features/calendar/model/draft.ts'
import { EditorDialogs } from '#src/features/calendar/editor/editor-dialogs.tsx'
import { formatDay, formatWeek } from '#src/features/calendar/views/format.ts'
import { MonthView } from '#src/features/calendar/views/month-view.tsx'
import { StorageNotice } from './storage-notice.tsx'
import { texts } from './texts.ts'
import { Toolbar } from '#src/features/calendar/views/toolbar.tsx'
import { readNow, useCalendar, useIsNarrow, useNow, useOccurrences } from './use-calendar.ts'
import { useEditor } from '#src/features/calendar/editor/use-editor.ts'
import { usePlace } from '#src/features/calendar/views/use-current-date.ts'
import { useReminders } from '#src/features/calendar/reminders/use-reminders.ts'
import { WeekView } from '#src/features/calendar/views/week-view.tsx'
import './calendar.css'

/** On narrower screens a day has no room for the names of its events. */
const NARROW_PX = 600

/** `?day=2026-11-20` in the path opens that day. */
export const CalendarWindow = ({ path = '' }: Partial<AppBodyProps>) => {
  const calendar = useCalendar()
  const occurrences = useOccurrences(calendar)
  const editor = useEditor(calendar)
  const productName = useProductName()
  const today = dayOfWall(useNow('hour'))
  const rootRef = useRef<HTMLDivElement | null>(null)
  const fileRef = useRef<HTMLInputElement | null>(null)
  const [isFileOver, setIsFileOver] = useState(false)
  const isNarrow = useIsNarrow(rootRef, NARROW_PX)
  const titleId = useId()
  const locale = dateLocale()
  const firstWeekday = useMemo(() => getFirstWeekday(navigator.language), [])
  useReminders(calendar)

  const startNew = ({ day, hour }: Place, view: View) => {
    const nowMs = readNow()
    const placeMs = day * DAY_MS + hour * HOUR_MS
    const isOver = day === dayOfWall(nowMs) && placeMs < nowMs
    const startMs = view === 'week' && !isOver ? placeMs : usualStart(day, nowMs)
    editor.startNew(startMs, startMs + HOUR_MS, false)
  }
  const { view, setView, place, setPlace } = usePlace({
    path,
    today,
    firstWeekday,
    rootRef,
    isListening: editor.editing.kind === 'nothing',
    onNew: startNew,
  })
  const { day, hour } = place
  const week = useMemo(() => getWeek(day, firstWeekday), [day, firstWeekday])
  const shownDays = useMemo(() => (isNarrow ? [day] : week), [isNarrow, day, week])
  const choose = (chosen: Day) => setPlace({ day: chosen, hour })

  const title =
    view === 'month'
      ? formatDay(day, { month: 'long', year: 'numeric' }, locale)
      : isNarrow
        ? formatDay(day, { weekday: 'short', day: 'numeric', month: 'short' }, locale)
        : formatWeek(week, locale)

  const takeFile = (file: File | undefined) => {
    setIsFileOver(false)
    if (file !== undefined) editor.startImport(file)
  }
  const onFile = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsFileOver(isOver)
  }

  return (
    <div
      ref={rootRef}
      className="calendar relative flex h-full min-h-105 flex-col gap-3 px-5 pt-4 pb-5 select-none data-narrow:gap-2 data-narrow:p-3"
      data-narrow={isNarrow ? '' : undefined}
      onDragOver={(event) => onFile(event, true)}
      onDragLeave={(event) => onFile(event, false)}
      onDrop={(event) => {
        event.preventDefault()
        takeFile(event.dataTransfer.files[0])
      }}
    >
      <Toolbar
        titleId={titleId}
        title={title}
        view={view}
        isNarrow={isNarrow}
        onView={setView}
        onToday={() => choose(today)}
        onTurn={(count) => choose(turnPage(day, view, count))}
        onNew={() => startNew(place, view)}
        menu={[
          { label: texts.menu.import, onSelect: () => fileRef.current?.click() },
          { label: texts.menu.export, onSelect: () => void editor.exportAll(productName) },
          { label: texts.menu.keys, onSelect: editor.showKeys },
        ]}
      />
      <StorageNotice calendar={calendar} />
      {view === 'month' ? (
        <>
          <MonthView
            day={day}
            today={today}
            firstWeekday={firstWeekday}
            locale={locale}
            occurrences={occurrences}
            isNarrow={isNarrow}
            labelledBy={titleId}
            onChoose={choose}
            onCreate={(from, to) => {
              choose(from)
              if (from === to) startNew({ day: from, hour }, 'month')
              else editor.startNew(from * DAY_MS, (to + 1) * DAY_MS, true)
            }}
            onOpen={editor.open}
            onMove={(occurrence, byDays) =>
              editor.move(
                occurrence,
                occurrence.startMs + byDays * DAY_MS,
                occurrence.endMs + byDays * DAY_MS,
              )
            }
          />
          {isNarrow && (
            <Agenda
              day={day}
              locale={locale}
              occurrences={occurrences}
              onOpen={editor.open}
              onNew={() => startNew(place, view)}
            />
          )}
        </>
      ) : (
        <>
          {isNarrow && (
            <DayStrip days={week} day={day} today={today} locale={locale} onChoose={choose} />
          )}
          <WeekView
            days={shownDays}
            day={day}
            hour={hour}
            today={today}
            locale={locale}
            occurrences={occurrences}
            labelledBy={titleId}
            onChoose={(chosen, chosenHour) => setPlace({ day: chosen, hour: chosenHour })}
            onCreate={editor.startNew}
            onOpen={editor.open}
            onMove={editor.move}
          />
        </>
      )}
      <input
        ref={fileRef}
        type="file"
        accept=".ics,.ical,.ifb,text/calendar"
        aria-label={texts.menu.import}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          takeFile(target.files?.[0])
          target.value = ''
        }}
      />
      {isFileOver && (
        <div className="pointer-events-none absolute inset-2 z-5 grid place-items-center rounded-lg border-2 border-dashed border-accent-ink bg-surface/90 font-semibold text-accent-ink">
          {texts.import.dropHere}
        </div>
      )}
      <EditorDialogs editor={editor} />
    </div>
  )
}
