import ICAL from 'ical.js'
import { formatIsoDateTime, type WallMs } from '#src/features/calendar/model/civil.ts'

/** The library is published as one object. */
export const { Component, Property, Recur, Time, Timezone, parse: parseICalendar } = ICAL
export type Component = InstanceType<typeof ICAL.Component>
export type Property = InstanceType<typeof ICAL.Property>
export type Time = InstanceType<typeof ICAL.Time>

const UNTIL = /UNTIL=(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(Z?)/i

/** Converts a rule's UNTIL from UTC to the wall, or back. One that is a date, or converted already, stays as it is. */
export const convertUntil = (
  rule: string,
  to: 'wall' | 'utc',
  convert: (timeMs: number) => number,
): string =>
  rule.replace(UNTIL, (found, ...groups: string[]) => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = groups.map(Number)
    if ((groups[6] === '') === (to === 'wall')) return found
    const timeMs = convert(Date.UTC(year, month - 1, day, hour, minute, second))
    return `UNTIL=${formatIsoDateTime(timeMs).replaceAll(/[-:]/g, '')}${to === 'utc' ? 'Z' : ''}`
  })

/** Returns a wall time in the library's type, without a zone. */
export const toIcalTime = (wallMs: WallMs, isDate: boolean): Time => {
  const date = new Date(wallMs)
  return Time.fromData({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    isDate,
    ...(isDate
      ? {}
      : {
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
          second: date.getUTCSeconds(),
        }),
  })
}
