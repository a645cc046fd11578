import type { Database } from '#server/db/database.ts'
import { readNumber } from '#bench/support/options.ts'
import { withDatabase } from '#bench/support/server.ts'
import { workerKills } from '#tests/support/worker-kills.ts'

/**
 * Paid runs whose worker process is killed (SIGKILL) after 0 to 5 of its statements. Another worker ends each run; it
 * must cost exactly once if it ends well and nothing otherwise, and the books must be sound.
 */

const ROUNDS = 200
const MAX_STEPS = 6

export async function run(options: readonly string[]): Promise<void> {
  await withDatabase((db) => killWorkers(db, readNumber(options, '--rounds', ROUNDS)))
}

async function killWorkers(db: Database, rounds: number): Promise<void> {
  const kills = await workerKills(db)
  const outcomes: Record<string, number> = {}
  try {
    for (let nth = 0; nth < rounds; nth += 1) {
      const steps = nth % MAX_STEPS
      const text = nth % 4 === 0 ? 'one fail' : 'one two three'
      const round = await kills.round(steps, text)
      if (round.points !== kills.pointsAfter(round.status)) {
        throw new Error(`worker-kills: ${round.points} POINTS after ${steps} steps`)
      }
      const outcome = `${round.wasKilled ? 'killed' : 'not killed'}, ${round.status}`
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    const drift = (await kills.ledger.check()).length
    console.table([{ rounds, ...outcomes, drift }])
    if (drift > 0) throw new Error('worker-kills: the ledger violates its invariants')
  } finally {
    await kills.close()
  }
}
