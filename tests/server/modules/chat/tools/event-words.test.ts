import { expect, it } from 'vitest'
import { createPlainEnglish } from '#server/intents/plain-english.ts'
import { readPhrase } from '#server/modules/chat/assistant/phrase.ts'
import { readEventWords } from '#server/modules/chat/tools/event-words.ts'

const plain = createPlainEnglish([])
const readOn = (day: string, text: string) =>
  readEventWords(readPhrase(text, Date.parse(`${day}T07:00Z`), plain))

it.each([
  ['2027-01-31', 'for one month', '20270228'],
  ['2027-01-30', 'for one month', '20270228'],
  ['2027-01-01', 'for one month', '20270131'],
  ['2027-01-15', 'for one month', '20270214'],
  ['2026-12-31', 'for two months', '20270228'],
  ['2028-02-29', 'for one year', '20290228'],
])('ends a series from %s %s on %s', (day, span, last) => {
  expect(readOn(day, `remind me every day at 9 ${span} to stretch`)).toEqual({
    title: 'stretch',
    starts_at: `${day}T09:00`,
    repeats: `FREQ=DAILY;UNTIL=${last}T235959`,
  })
})

it.each([
  ['every day at 9 for 5 weekdays', '20261130'],
  ['every weekday at 9 for 10 working days', '20261207'],
  ['every day at 9 for one workday', '20261124'],
  ['jeden Tag um 9 Uhr für 5 Werktage', '20261130'],
  ['tous les jours à 9h pendant 5 jours ouvrés', '20261130'],
])('counts the working days of “%s”', (text, last) => {
  expect(readOn('2026-11-24', text)).toMatchObject({
    starts_at: '2026-11-24T09:00',
    repeats: `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=${last}T235959`,
  })
})
