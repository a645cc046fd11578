import { getErrorCode } from '#contract/error-message.ts'
import { describeForOperator } from '#server/boot/operator-error.ts'
import { readVersion, formatVersion } from '#server/lib/version.ts'
import { createAdminProgram } from './admin-program.ts'
import { CommandError, flushJson } from './operator.ts'

process.stdout.on('error', (error) => {
  // The reader closed the pipe, as `head` does. The command still finishes its work and closes the database.
  if (getErrorCode(error) !== 'EPIPE') throw error
})

try {
  await createAdminProgram(formatVersion(await readVersion())).parseAsync()
} catch (error) {
  process.stderr.write(`${describeForOperator(error)}\n`)
  process.exitCode = error instanceof CommandError ? error.exitCode : 1
}
flushJson()
