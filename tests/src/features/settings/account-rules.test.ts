import { describe, expect, it } from 'vitest'
import {
  areRulesMet,
  checkNameRules,
  checkPasswordRules,
} from '#src/features/settings/account/credential-rules.ts'
import { describeDevice } from '#src/features/settings/account/device-name.ts'
import { formatRelativeTime } from '#src/features/settings/account/relative-time.ts'
import { findSectionInPath, findSectionInView } from '#src/features/settings/sections.ts'

const met = (list: readonly { isMet: boolean }[]) => list.map(({ isMet }) => isMet)

describe('the rules of a username', () => {
  it.each([
    ['ada', [true, true, true]],
    ['  ada  ', [true, true, true]],
    ['7xKX...gAsU', [true, true, true]],
    ['Łukasz_9@home-1', [true, true, true]],
    ['', [false, false, false]],
    ['ab', [false, true, true]],
    ['a b c', [true, false, true]],
    ['_ada', [true, true, false]],
    ['<b>', [true, false, false]],
    ['x'.repeat(65), [false, true, true]],
  ])('of %j', (name, expected) => expect(met(checkNameRules(name))).toEqual(expected))
})

describe('the rules of a password', () => {
  it.each([
    ['a long enough sentence', 'ada', [true, true, true]],
    ['short', 'ada', [false, true, true]],
    ['🐈🐕🐎🐖', 'ada', [false, true, true]],
    ['AdaLovelace', 'adalovelace', [true, false, true]],
    ['aaaaaaaa', 'ada', [true, true, false]],
    ['ababababab', 'ada', [true, true, false]],
    ['23456789', 'ada', [true, true, false]],
    ['POIUYTREWQ', 'ada', [true, true, false]],
    ['', '', [false, false, false]],
  ])('of %j', (password, name, expected) =>
    expect(met(checkPasswordRules(password, name))).toEqual(expected),
  )

  it('are all met or the form waits', () => {
    expect(areRulesMet(checkPasswordRules('a long enough sentence', 'ada'))).toBe(true)
    expect(areRulesMet(checkPasswordRules('23456789', 'ada'))).toBe(false)
  })
})

const mozilla = (rest: string) => `Mozilla/5.0 ${rest}`

it.each([
  [
    mozilla(
      '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ),
    'Chrome on Windows',
    false,
  ],
  [
    mozilla(
      '(Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    ),
    'Edge on Windows',
    false,
  ],
  [
    mozilla(
      '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ),
    'Safari on macOS',
    false,
  ],
  [
    mozilla(
      '(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
    'Safari on iPhone',
    true,
  ],
  [
    mozilla(
      '(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
    ),
    'Chrome on iPhone',
    true,
  ],
  [mozilla('(Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'), 'Firefox on Android', true],
  [
    mozilla('(X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'),
    'Firefox on Linux',
    false,
  ],
  ['curl/8.5.0', 'curl', false],
  ['something else', 'Unknown device', false],
  ['', 'Unknown device', false],
  [null, 'Unknown device', false],
])('%j is %s', (userAgent, name, isPhone) => {
  expect(describeDevice(userAgent)).toEqual({ name, isPhone })
})

it.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [7_200, '2 hours ago'],
  [86_400, 'yesterday'],
  [8 * 86_400, 'last week'],
  [400 * 86_400, 'last year'],
  [-30, 'now'],
])('%s seconds ago is %s', (seconds, words) => {
  expect(formatRelativeTime(0, seconds * 1000, 'en')).toBe(words)
})

describe('the sections', () => {
  it.each([
    ['/settings?section=account', 'account'],
    ['/settings?section=nowhere', null],
    ['/settings', null],
    ['', null],
  ])('of %s', (path, section) =>
    expect(findSectionInPath(path, ['appearance', 'account'])).toBe(section),
  )

  it.each([
    [24, false, 0],
    [-300, false, 0],
    [-400, false, 1],
    [-900, false, 2],
    [-900, true, 3],
  ])('with the first at %s at the end: %s is the one at place %s', (first, isAtEnd, place) => {
    expect(
      findSectionInView(
        [0, 1, 2, 3].map((index) => first + index * 500),
        isAtEnd,
      ),
    ).toBe(place)
  })
})
