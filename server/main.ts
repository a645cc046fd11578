import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { getErrorMessage } from '#contract/error-message.ts'
import { CONFIG_EXIT_CODE, ConfigError, listMisspelled, loadConfig } from './config.ts'
import { claimDataDir, type DataDirClaim } from '#server/boot/storage/data-dir.ts'
import { describeForOperator } from '#server/boot/operator-error.ts'
import { startServer, type Running } from '#server/boot/start-server.ts'
import { startWorker } from '#server/boot/start-worker.ts'

/** `worker` only runs jobs. */
const ROLES = ['all', 'worker'] as const

/** Ctrl-C must leave nothing behind within 3 s. */
const STOP_LIMIT_MS = 2_800

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const readFlags = () => {
  try {
    const { values } = parseArgs({
      options: {
        role: { type: 'string', default: 'all' },
        // The launcher builds the browser side meanwhile.
        'await-site': { type: 'boolean', default: false },
        'api-only': { type: 'boolean', default: false },
      },
    })
    const role =
      ROLES.find((name) => name === values.role) ?? fail(`--role must be ${ROLES.join(' or ')}`)
    return { role, awaitsSite: values['await-site'], isApiOnly: values['api-only'] }
  } catch (error) {
    return fail(getErrorMessage(error))
  }
}

let claim: DataDirClaim | null = null
let server: Running | null = null
let isStopping = false

const end = (code: number): never => {
  claim?.release()
  process.exit(code)
}

const stop = () => {
  // A second Ctrl-C does not wait.
  if (isStopping || server === null) end(isStopping ? 1 : 0)
  isStopping = true
  setTimeout(
    () => fail('Work did not end in time. What was cut off goes on after the next start.'),
    STOP_LIMIT_MS,
  )
  void server?.stop().then(
    () => end(0),
    (error: unknown) => fail(describeForOperator(error)),
  )
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// The launcher holds this channel open while it lives.
process.on('disconnect', stop)

const run = async (): Promise<void> => {
  const { role, awaitsSite, isApiOnly } = readFlags()
  const siteBuilt = awaitsSite ? once(process, 'message') : Promise.resolve()
  const config = loadConfig()
  for (const { message } of listMisspelled(process.env)) process.stderr.write(`${message}\n`)
  if (role === 'worker') {
    server = await startWorker(config)
    return
  }
  claim = await claimDataDir(config.dataDir)
  server = await startServer(config, { claim, siteBuilt, isApiOnly })
  if (server.url !== null) process.send?.({ url: server.url })
}

await run().catch((error: unknown) => {
  process.stderr.write(`${describeForOperator(error)}\n`)
  end(error instanceof ConfigError ? CONFIG_EXIT_CODE : 1)
})
