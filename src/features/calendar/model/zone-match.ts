import { Time, Timezone, type Component } from '#src/features/calendar/ics/ical.ts'
import { isKnownZone, getLocalZone, getOffsetMs, wallToInstant } from './zones.ts'

/** Tried first when only a zone's offsets are known. */
const USUAL_ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Athens',
  'Europe/Moscow',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const

const MONTHS = [0, 2, 3, 5, 8, 9, 10, 11] as const

/** Finds the known name at the end of `/freeassociation.sourceforge.net/Tzfile/Europe/Berlin`. */
const findNameInside = (id: string): string | null => {
  const parts = id.replaceAll('"', '').trim().split('/')
  const endings = parts.map((_, index) => parts.slice(index).join('/'))
  return endings.find((ending) => ending !== '' && isKnownZone(ending)) ?? null
}

/** Zones change their clocks on a day of the year. A rule that repeats more often would take too long to compute. */
const YEARLY_RULE =
  /^FREQ=YEARLY(?:;(?:UNTIL|COUNT|INTERVAL|WKST|BYDAY|BYMONTHDAY)=[^;]*|;BYMONTH=\d+)*$/i
const MAX_RULES = 20
const MAX_CHANGES = 1_000

const isUsual = (definition: Component): boolean => {
  const changes = definition.getAllSubcomponents()
  const rules = changes.flatMap((change) =>
    change.getAllProperties('rrule').map((property) => String(property.getFirstValue())),
  )
  return (
    changes.length <= MAX_CHANGES &&
    rules.length <= MAX_RULES &&
    rules.every((rule) => YEARLY_RULE.test(rule))
  )
}

/** Returns a known zone with the same offsets as the file's own definition all year. */
const findZoneOfSameOffsets = (definition: Component, year: number): string | null => {
  const zone = new Timezone({ component: definition })
  const samples = MONTHS.map((month) => {
    const time = Time.fromData({ year, month: month + 1, day: 15, hour: 12, minute: 0 })
    return { wallMs: Date.UTC(year, month, 15, 12), offsetMs: zone.utcOffset(time) * 1000 }
  })
  const isSame = (name: string) =>
    samples.every(
      ({ wallMs, offsetMs }) => getOffsetMs(wallToInstant(wallMs, name), name) === offsetMs,
    )
  const candidates = [getLocalZone(), ...USUAL_ZONES, ...Intl.supportedValuesOf('timeZone')]
  return candidates.find(isSame) ?? null
}

/** Creates a function that finds zones by name, else by the offsets in the file's own definitions. */
export const createZoneFinder = (definitions: ReadonlyMap<string, Component>) => {
  const found = new Map<string, string | null>()
  const find = (id: string, year: number): string | null => {
    const named = findNameInside(id)
    if (named !== null) return named
    const definition = definitions.get(id)
    return definition === undefined || !isUsual(definition)
      ? null
      : findZoneOfSameOffsets(definition, year)
  }
  /** Returns the IANA name of a file's zone in that year; null for an unknown zone. */
  return (id: string, year: number): string | null => {
    const known = found.get(id)
    if (known !== undefined) return known
    const zone = find(id, year)
    found.set(id, zone)
    return zone
  }
}

export type ZoneFinder = ReturnType<typeof createZoneFinder>
