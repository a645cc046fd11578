import { describeForOperator } from '#server/boot/operator-error.ts'
import { readVersion, formatVersion } from '#server/lib/version.ts'
import { createAdminProgram } from './admin-program.ts'
import { CommandError, flushJson } from './operator.ts'

try {
  await createAdminProgram(formatVersion(await readVersion())).parseAsync()
} catch (error) {
  process.stderr.write(`${describeForOperator(error)}\n`)
  process.exitCode = error instanceof CommandError ? error.exitCode : 1
}
flushJson()
