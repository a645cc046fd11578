import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig, type Config } from '#server/config.ts'
import { claimDataDir, runningServer } from '#server/data-dir.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { openStorage } from '#server/storage.ts'

/** A mistake of the operator's; its message is all there is to print. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** How long a starting server may take until its database can be asked. */
const START_WAIT_MS = 20_000
const POLL_MS = 200

/**
 * Gives `work` the database: the running server's, or the configured one, or the embedded one started for as long as
 * the command takes.
 */
export const withDatabase = async <Result>(
  work: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> => {
  const config = loadConfig()
  const url = config.databaseUrl ?? (await databaseOfRunningServer(config.dataDir))
  if (url !== null) {
    const db = await openDatabase({ url, poolSize: 2 })
    try {
      await migrate(db, MIGRATIONS)
      return await work(db, config)
    } finally {
      await db.close()
    }
  }
  const claim = await claimDataDir(config.dataDir)
  try {
    const storage = await openStorage(config)
    try {
      return await work(storage.db, config)
    } finally {
      await storage.close()
    }
  } finally {
    claim.release()
  }
}

const databaseOfRunningServer = async (dataDir: string): Promise<string | null> => {
  const deadline = Date.now() + START_WAIT_MS
  for (;;) {
    const server = runningServer(dataDir)
    if (server === null) return null
    if (server.databaseUrl !== null) return server.databaseUrl
    if (Date.now() > deadline) {
      throw new CommandError(`The server with pid ${server.pid} has not opened its database yet.`)
    }
    await sleep(POLL_MS)
  }
}

/** All of standard input, without the line end that a terminal or `echo` adds. */
export const readStdin = async (): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
