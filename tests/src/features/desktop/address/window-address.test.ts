import { describe, expect, it } from 'vitest'
import {
  getHistoryStep,
  parsePaths,
  formatSearch,
  planVisit,
} from '#src/features/desktop/address/window-address.ts'

const at = (shown: string[], minimized: string[] = []) => ({ shown, minimized })

describe('the address', () => {
  it('names the shown windows readably and is read back as it was', () => {
    const shown = ['/settings', '/wallet-finder?ca=a&b=1', '/', '/app/ü #1']
    expect(formatSearch(['/settings', '/'])).toBe('?open=/settings&open=/')
    expect(parsePaths(formatSearch(shown))).toEqual(shown)
    expect(formatSearch([])).toBe('')
  })

  it.each([
    ['encoded slashes', '?open=%2Fcalendar&x=1', ['/calendar']],
    ['nothing', '?open=&open=%20', []],
    ['an app named twice', '?open=/a&open=/b&open=/a/', ['/b', '/a/']],
    ['a path without an end', `?open=/${'a'.repeat(2000)}&open=/b`, ['/b']],
  ])('copes with %s', (_what, search, paths) => {
    expect(parsePaths(search)).toEqual(paths)
  })

  it('accepts at most fifty windows', () => {
    const many = Array.from({ length: 60 }, (_, index) => `/app/${index}`)
    expect(parsePaths(formatSearch(many))).toEqual(many.slice(10))
  })
})

describe('the history', () => {
  it.each([
    ['opening', at(['/a']), at(['/a', '/b']), 'push'],
    ['closing', at(['/a', '/b']), at(['/a']), 'push'],
    ['minimising', at(['/a']), at([], ['/a']), 'push'],
    ['raising', at(['/a', '/b']), at(['/b', '/a']), 'replace'],
    ['another content', at(['/a']), at(['/a?x=1']), 'replace'],
    ['closing a minimized window', at(['/a'], ['/b']), at(['/a']), 'replace'],
    ['nothing', at(['/a'], ['/b']), at(['/a'], ['/b']), 'none'],
  ] as const)('takes %s rightly', (_what, before, after, step) => {
    expect(getHistoryStep(before, after)).toBe(step)
  })
})

describe('a visit of another entry', () => {
  it('closes windows that were not open then', () => {
    expect(planVisit(at(['/a', '/b']), at(['/a']))).toEqual({
      close: ['/b'],
      minimize: [],
      open: [],
    })
  })

  it('minimizes windows that were minimized then, and restores the others', () => {
    expect(planVisit(at(['/a', '/b']), at(['/b'], ['/a']))).toEqual({
      close: [],
      minimize: ['/a'],
      open: [],
    })
    expect(planVisit(at(['/b'], ['/a']), at(['/a', '/b']))).toEqual({
      close: [],
      minimize: [],
      open: ['/a', '/b'],
    })
  })

  it('restores the order and the content of a window', () => {
    expect(planVisit(at(['/b', '/a?x=2']), at(['/a?x=1', '/b'])).open).toEqual(['/a?x=1', '/b'])
  })
})
