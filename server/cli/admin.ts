import { operatorText } from '#server/boot/operator-error.ts'
import { readVersion, versionText } from '#server/lib/version.ts'
import { createAdminProgram } from './admin-program.ts'
import { CommandError, flushJson } from './operator.ts'

try {
  await createAdminProgram(versionText(await readVersion())).parseAsync()
} catch (error) {
  process.stderr.write(`${operatorText(error)}\n`)
  process.exitCode = error instanceof CommandError ? error.exitCode : 1
}
flushJson()
