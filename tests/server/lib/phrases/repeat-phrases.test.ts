import { expect, it } from 'vitest'
import { findRepeat, formatRepeatRule } from '#server/lib/phrases/repeat-phrases.ts'

const ruleOf = (text: string): string | null => {
  const found = findRepeat(text)
  return found === null ? null : formatRepeatRule(found.repeat)
}

it.each([
  ['remind me every Monday at 9 to call Ana', 'FREQ=WEEKLY;BYDAY=MO'],
  ['team sync each tue and thu at 10:30', 'FREQ=WEEKLY;BYDAY=TU,TH'],
  ['gym on Mondays, Wednesdays and Sundays', 'FREQ=WEEKLY;BYDAY=MO,WE,SU'],
  ['stand-up every weekday at 9', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['pay rent every month', 'FREQ=MONTHLY'],
  ['water the plants every 3 days', 'FREQ=DAILY;INTERVAL=3'],
  ['review every other week', 'FREQ=WEEKLY;INTERVAL=2'],
  ['check the pool daily, 5 times', 'FREQ=DAILY;COUNT=5'],
  ['her birthday yearly on 3 March', 'FREQ=YEARLY'],
  ['jeden Montag um 9 Uhr Besprechung', 'FREQ=WEEKLY;BYDAY=MO'],
  ['montags um 9 Sport', 'FREQ=WEEKLY;BYDAY=MO'],
  ['täglich um 8 Yoga', 'FREQ=DAILY'],
  ['alle zwei Wochen Besprechung', 'FREQ=WEEKLY;INTERVAL=2'],
  ['alle zwei Wochen freitags um 16 Uhr', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
  ['jeden zweiten Dienstag Müll rausbringen', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['recuérdame cada lunes a las 9', 'FREQ=WEEKLY;BYDAY=MO'],
  ['todos los días a las 9', 'FREQ=DAILY'],
  ['tous les vendredis à 18h', 'FREQ=WEEKLY;BYDAY=FR'],
  ['chaque mois payer le loyer', 'FREQ=MONTHLY'],
  ['toda segunda-feira às 9h reunião', 'FREQ=WEEKLY;BYDAY=MO'],
  ['每周一早上9点开会', 'FREQ=WEEKLY;BYDAY=MO'],
  ['每天9点提醒我', 'FREQ=DAILY'],
])('%j repeats by %s', (text, rule) => expect(ruleOf(text)).toBe(rule))

it.each([
  'remind me on Monday at 9',
  'add everything on Tuesday',
  'meet at the Sunset bar on Friday',
  'lunch with Mona next week',
  '',
])('%j does not repeat', (text) => expect(ruleOf(text)).toBeNull())

it('ends at a date instead of a number of times', () => {
  const found = findRepeat('every Monday 5 times')
  if (found === null) throw new Error('not found')
  expect(formatRepeatRule(found.repeat, '20261201T235959')).toBe(
    'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261201T235959',
  )
  expect(found.words).toEqual(['every Monday', '5 times'])
})
