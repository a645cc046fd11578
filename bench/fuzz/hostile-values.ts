import { randomUUID } from 'node:crypto'

export type Random = () => number

/** Repeats itself for the same seed (Park and Miller). */
export function createRandom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** Values that are of the wrong type, too long, too deep, or mean something to an interpreter. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200f\u2066',
  "'; drop table app_user; --",
  '%',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  'So11111111111111111111111111111111111111112',
  '11111111111111111111111111111111',
  '1'.repeat(88),
  '9'.repeat(40),
  '-0',
  'NaN',
  'Infinity',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  randomUUID(),
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(5_000),
  '🏴‍☠️'.repeat(500),
  'http://169.254.169.254/',
  'javascript:alert(1)',
  'data:text/html,x',
  [],
  [null],
  Array.from({ length: 300 }, () => 'x'),
  {},
  { $ne: null },
  { toString: 1, __proto__: null },
  nested(200),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}
