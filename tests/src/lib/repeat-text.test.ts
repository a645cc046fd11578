import { expect, it } from 'vitest'
import { describeRule } from '#src/lib/repeat-text.ts'

it.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;BYDAY=MO,FR;COUNT=5', 'every Monday and Friday, 5 times'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', 'every 2 weeks on Sunday'],
  ['FREQ=MONTHLY;UNTIL=20261204T235959', 'every month until Friday, December 4, 2026'],
  ['FREQ=HOURLY', 'FREQ=HOURLY'],
])('describes %s as %s', (rule, text) => expect(describeRule(rule)).toBe(text))
