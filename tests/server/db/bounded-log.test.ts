import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBoundedLog } from '#server/db/bounded-log.ts'

let dir: string
let file: string
beforeEach(() => {
  vi.useFakeTimers()
  dir = mkdtempSync(path.join(tmpdir(), 'soldesk-log-'))
  file = path.join(dir, 'a.log')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

it('returns everything written since an offset', () => {
  const log = openBoundedLog(file)
  log.write('first\n')
  const offset = log.size()
  appendFileSync(file, 'second\n')
  expect(log.since(offset)).toBe('second\n')
  log.close()
})

it('moves an overlong text aside while running, and again at the next opening', () => {
  const log = openBoundedLog(file, 10)
  log.write('0123456789abc\n')
  vi.advanceTimersByTime(60_000)
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('0123456789abc\n')
  log.write('after the move\n')
  expect(readFileSync(file, 'utf8')).toBe('after the move\n')
  log.close()
  openBoundedLog(file, 10).close()
  expect(readFileSync(file, 'utf8')).toBe('')
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('after the move\n')
})
