import { splitFile, type Block } from './ics-split.ts'
import { readComponent } from './ics-event.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { Component, parseICalendar } from './ical.ts'
import { formatIsoDateTime } from '#src/features/calendar/model/civil.ts'
import { toWall } from '#src/features/calendar/model/event.ts'
import { moveWall } from '#src/features/calendar/model/zones.ts'
import { texts } from '#src/features/calendar/texts.ts'
import { createZoneFinder } from '#src/features/calendar/model/zone-match.ts'

export type ImportProblem = { line: number; text: string }

export type ImportedFile =
  | { ok: false; reason: string }
  | {
      ok: true
      events: CalendarEvent[]
      /** Entries that could not be read and are not in `events`. */
      problems: ImportProblem[]
      /** Entries in `events` that were changed to be readable. */
      remarks: ImportProblem[]
      /** Entries of other kinds, such as to-dos. */
      others: number
    }

/** Larger than any personal calendar. */
export const MAX_FILE_BYTES = 30_000_000

/** The import yields to the page this often, so that a large file does not freeze it. */
const TURN_MS = 12

type ImportOptions = {
  makeId: () => string
  pause?: () => Promise<void>
  nowMs?: () => number
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })

/** Some programs omit VALUE=DATE, so that the library would misread the value. */
const BARE_DATE =
  /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)((?:;(?!VALUE=)[^:;\r\n]+)*):(\d{8})$/gim

const parseComponent = ({ text, isComplete }: Block): Component => {
  if (!isComplete) throw new Error(texts.import.neverEnds)
  const parsed: unknown = parseICalendar(text.replaceAll(BARE_DATE, '$1;VALUE=DATE:$3'))
  // Lines before the component would turn it into a list.
  if (!Array.isArray(parsed) || typeof parsed[0] !== 'string')
    throw new Error(texts.import.unreadable)
  return new Component(parsed as ConstructorParameters<typeof Component>[0])
}

const indexZoneDefinitions = (blocks: readonly Block[]): ReadonlyMap<string, Component> => {
  const definitions = new Map<string, Component>()
  for (const block of blocks) {
    if (block.kind !== 'VTIMEZONE') continue
    try {
      const component = parseComponent(block)
      const id: unknown = component.getFirstPropertyValue('tzid')
      if (typeof id === 'string') definitions.set(id, component)
    } catch {
      // Its events then use the name of the zone only.
      continue
    }
  }
  return definitions
}

/**
 * Reads an iCalendar file (RFC 5545). Reports an unreadable entry as a problem with its line, and refuses a text that is
 * not a calendar with a reason.
 */
export const readCalendarFile = async (
  text: string,
  { makeId, pause = nextTurn, nowMs = () => performance.now() }: ImportOptions,
): Promise<ImportedFile> => {
  const { blocks, others, isCalendar } = splitFile(text)
  if (text.trim() === '') return { ok: false, reason: texts.import.empty }
  if (!isCalendar) return { ok: false, reason: texts.import.noCalendar }
  const findZone = createZoneFinder(indexZoneDefinitions(blocks))
  const entries = blocks.filter(({ kind }) => kind === 'VEVENT')
  if (entries.length === 0) return { ok: false, reason: texts.import.noEvents(others) }
  const events: CalendarEvent[] = []
  const cancelled: CalendarEvent[] = []
  const problems: ImportProblem[] = []
  const remarks: ImportProblem[] = []
  let turnEndsMs = nowMs() + TURN_MS
  for (const block of entries) {
    try {
      const { event, remark, isCancelled } = readComponent(parseComponent(block), {
        findZone,
        makeId,
      })
      if (isCancelled) cancelled.push(event)
      else events.push(event)
      if (remark !== null) remarks.push({ line: block.line, text: remark })
    } catch (error) {
      const why = error instanceof Error ? error.message : texts.import.unreadable
      problems.push({ line: block.line, text: why })
    }
    if (nowMs() > turnEndsMs) {
      await pause()
      turnEndsMs = nowMs() + TURN_MS
    }
  }
  return { ok: true, events: excludeCancelled(events, cancelled), problems, remarks, others }
}

const toSeriesWall = (text: string, { zone, isAllDay }: CalendarEvent, series: CalendarEvent) =>
  isAllDay || zone === null || series.zone === null
    ? text
    : formatIsoDateTime(moveWall(toWall(text), zone, series.zone))

/** Excludes cancelled occurrences of series. */
const excludeCancelled = (
  events: readonly CalendarEvent[],
  cancelled: readonly CalendarEvent[],
): CalendarEvent[] => {
  const cancelledOf = Map.groupBy(cancelled, ({ uid }) => uid)
  return events.map((event) => {
    const called = (cancelledOf.get(event.uid) ?? []).flatMap((one) =>
      event.instanceOf === null && one.instanceOf !== null
        ? [toSeriesWall(one.instanceOf, one, event)]
        : [],
    )
    return called.length === 0
      ? event
      : { ...event, excluded: [...new Set([...event.excluded, ...called])] }
  })
}

/** Merges imported events. Replaces those that the calendar already has, so that a file can be imported twice. */
export const mergeImported = (
  present: readonly CalendarEvent[],
  imported: readonly CalendarEvent[],
): { put: CalendarEvent[]; added: number; updated: number } => {
  const eventKey = ({ uid, instanceOf }: CalendarEvent) => `${instanceOf ?? ''} ${uid}`
  const ids = new Map(present.map((event) => [eventKey(event), event.id]))
  const put = new Map<string, CalendarEvent>()
  for (const event of imported) {
    const name = eventKey(event)
    put.set(name, { ...event, id: ids.get(name) ?? event.id })
  }
  const updated = [...put.keys()].filter((name) => ids.has(name)).length
  return { put: [...put.values()], added: put.size - updated, updated }
}
