import { Writable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { openJobs, startJobs } from '#server/boot/background.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { createLogger } from '#server/lib/logger.ts'
import { ANALYSIS } from '#server/modules/analysis/report-run.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { createMetrics } from '#server/metrics.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'

const database = await testDatabase()
afterAll(() => database.drop())

/** A logger and the lines it has written. */
const recordingLogger = () => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
      done()
    },
  })
  return { lines, logger: createLogger(stream) }
}

test('logs the failure of a job with its id, kind, stack and time', async () => {
  const { db } = database
  const ledger = createLedger(db)
  const { lines, logger } = recordingLogger()
  const metrics = createMetrics()
  const jobs = openJobs({ db, backend: 'postgres', logger, metrics })
  const { jobs: kinds } = openTools([testAnalysis()], { db, ledger, jobs })
  const running = new AsyncDisposableStack()
  try {
    await startJobs(
      { db, ledger, jobs, kinds, retentionDays: {}, logger, tracing: null, metrics },
      running,
    )
    const jobId = uuidv7()
    await jobs.enqueue(db, { kind: ANALYSIS, id: jobId, payload: {} })
    await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: 20_000 })
    expect(lines[0]).toMatchObject({
      level: 50,
      time: expect.any(Number),
      jobId,
      jobKind: ANALYSIS,
      attempt: 1,
      err: { type: 'Error', stack: expect.stringContaining('run-job.ts') },
    })
  } finally {
    await running.disposeAsync()
  }
})

test('reports a daily check of the books that fails', async () => {
  const { db } = database
  const ledger = {
    ...createLedger(db),
    check: () => Promise.reject(new Error('the check was cut off')),
  }
  const { logger } = recordingLogger()
  const counts: number[] = []
  const metrics = {
    ...createMetrics(),
    recordViolations: (count: number) => void counts.push(count),
  }
  const jobs = openJobs({ db, backend: 'postgres', logger, metrics })
  const running = new AsyncDisposableStack()
  try {
    await startJobs(
      { db, ledger, jobs, kinds: [], retentionDays: {}, logger, tracing: null, metrics },
      running,
    )
    await jobs.enqueue(db, { kind: 'ledger-check', id: uuidv7(), payload: {} })
    await vi.waitFor(() => expect(counts).toContain(-1), { timeout: 20_000 })
  } finally {
    await running.disposeAsync()
  }
})

test('writes the causes of an error with its stack', () => {
  const { lines, logger } = recordingLogger()
  const cause = new Error('the connection was reset')
  logger.error({ err: new Error('the query failed', { cause }) }, 'settling failed')
  expect(lines).toMatchObject([
    { err: { stack: expect.stringContaining('caused by: Error: the connection was reset') } },
  ])
})
