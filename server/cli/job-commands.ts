import type { Command } from 'commander'
import { PgBoss } from 'pg-boss'
import { createBossSettings, JOB_SCHEMA } from '#server/jobs/queue-settings.ts'
import { recordAction } from './admin-trail.ts'
import { CommandError, parseLimit, print, printRows, withDatabase } from './operator.ts'

type JobRow = {
  id: string
  kind: string
  state: string
  attempts: number
  payload: unknown
  /** The outcome of the last attempt, such as its error. */
  output: unknown
  createdAt: Date
  dueAt: Date
}

const STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed']

const JOB = `id::text as id, name as kind, state::text as state, retry_count as attempts, data as payload, output,
  created_on as "createdAt", start_after as "dueAt" from ${JOB_SCHEMA}.job`

export const addJobCommands = (program: Command): void => {
  const jobs = program.command('jobs').description('background work')
  jobs
    .command('list')
    .description('jobs that wait, run or failed, newest first')
    .option('--state <state>', `one of ${STATES.join(', ')}`)
    .option('--kind <kind>', 'one kind, such as analysis or research')
    .option('--limit <count>', 'how many', parseLimit, 50)
    .action(async ({ state, kind, limit }: { state?: string; kind?: string; limit: number }) => {
      if (state !== undefined && !STATES.includes(state)) {
        throw new CommandError(`--state must be one of ${STATES.join(', ')}.`)
      }
      const rows = await withDatabase((db) =>
        db.query<JobRow>(
          `select ${JOB} where name not like '\\_\\_%' and ($1::text is null or name = $1)
             and state::text = any($2) order by created_on desc limit $3`,
          [
            kind ?? null,
            state === undefined ? ['created', 'retry', 'active', 'failed'] : [state],
            limit,
          ],
        ),
      )
      printRows(rows, 'No jobs.', (job) =>
        [
          job.id,
          job.kind,
          job.state,
          `attempt ${job.attempts}`,
          job.createdAt.toISOString(),
          JSON.stringify(job.payload),
          readReason(job.output),
        ].join('  '),
      )
    })
  jobs
    .command('retry <id>')
    .description('run a failed job again')
    .action(async (id: string) => {
      await withDatabase(async (db, config) => {
        const [job] = await db.query<JobRow>(`select ${JOB} where id::text = $1`, [id])
        if (job === undefined) throw new CommandError(`There is no job ${id}.`)
        if (job.state !== 'failed') {
          throw new CommandError(`Job ${id} is ${job.state}; only a failed one can run again.`)
        }
        const boss = new PgBoss({
          ...createBossSettings(db.url, config.databaseBackend),
          max: 1,
          migrate: false,
          supervise: false,
          schedule: false,
        })
        boss.on('error', () => undefined)
        await boss.start()
        try {
          await boss.retry(job.kind, id)
        } finally {
          await boss.stop({ graceful: false })
        }
        await recordAction(db, { action: 'jobs retry', subject: id, detail: { kind: job.kind } })
        print(`Job ${id} (${job.kind}) will run again. A run that was refunded stays refunded.`)
      })
    })
}

const readReason = (output: unknown): string => {
  const message =
    typeof output === 'object' && output !== null && 'message' in output ? output.message : ''
  return typeof message === 'string' ? (message.split('\n', 1)[0] ?? '') : ''
}
