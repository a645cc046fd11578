import ICAL from 'ical.js'
import type { WallMs } from '#src/features/calendar/model/civil.ts'

/** The library is published as one object. */
export const { Component, Property, Recur, Time, Timezone, parse: parseICalendar } = ICAL
export type Component = InstanceType<typeof ICAL.Component>
export type Property = InstanceType<typeof ICAL.Property>
export type Time = InstanceType<typeof ICAL.Time>

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
