import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from './config.ts'
import { claimDataDir } from './data-dir.ts'
import { startServer, type Role } from './start-server.ts'

const ROLES: readonly Role[] = ['all', 'worker']

/** Ctrl-C leaves nothing behind within 3 s; what has not ended by then is cut off. */
const STOP_LIMIT_MS = 2_800

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const readRole = (): Role => {
  try {
    const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } })
    return (
      ROLES.find((role) => role === values.role) ?? fail(`--role must be ${ROLES.join(' or ')}`)
    )
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** Errors made for the operator carry one whole line; anything else is shown with its stack. */
const lineOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isForOperator =
    error instanceof ConfigError ||
    /^(DataDirInUse|DirectoryInUse|LocalChainError|EmbeddedPostgresError|MigrationError|DatabaseUnavailable|StartError)$/.test(
      error.name,
    )
  return isForOperator ? error.message : (error.stack ?? error.message)
}

const run = async (): Promise<void> => {
  const role = readRole()
  const config = loadConfig()
  const claim = await claimDataDir(config.dataDir)
  const server = await startServer(config, role, claim).catch((error: unknown) => {
    claim.release()
    throw error
  })
  let isStopping = false
  const stop = () => {
    // A second Ctrl-C does not wait.
    if (isStopping) process.exit(1)
    isStopping = true
    const limit = setTimeout(() => process.exit(1), STOP_LIMIT_MS)
    void server.stop().then(
      () => {
        clearTimeout(limit)
        claim.release()
        process.exit(0)
      },
      (error: unknown) => fail(lineOf(error)),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The launcher holds this channel open for as long as it lives.
  process.on('disconnect', stop)
}

await run().catch((error: unknown) => fail(lineOf(error)))
