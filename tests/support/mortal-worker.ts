import { openDatabase, type Database, type Queryable } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { echoTool } from '#tests/server/modules/runs/echo-tool.ts'
import { openTools, testJobs } from './paid-tools.ts'

/** A worker process for the echo tool, `node mortal-worker.ts URL STEPS`, that kills itself (SIGKILL) after so many statements. */
const [url = '', steps = '0'] = process.argv.slice(2)
let left = Number(steps)

async function step<T>(work: () => Promise<T>): Promise<T> {
  left -= 1
  if (left < 0) process.kill(process.pid, 'SIGKILL')
  return work()
}

const mortal = (q: Queryable): Queryable => ({
  query: (text, params) => step(() => q.query(text, params)),
})

const db = await openDatabase({ url, poolSize: 4 })
const dying: Database = {
  ...db,
  ...mortal(db),
  transaction: (work) => step(() => db.transaction((tx) => work(mortal(tx)))),
}
const jobs = testJobs(db)
await jobs.open(openTools([echoTool], { db: dying, ledger: createLedger(dying), jobs }).jobs)
await jobs.work()
process.stdout.write('works\n')
