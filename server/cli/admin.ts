import { Command } from 'commander'
import { ConfigError } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { addAccountCommands } from './account-commands.ts'
import { addChainCommands } from './chain-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addPaymentCommands } from './payment-commands.ts'
import { CommandError } from './operator.ts'

const program = new Command('npm run admin --')
  .description(
    'Commands for who operates the product; they work with and without a running server.',
  )
  .showHelpAfterError()

addAccountCommands(program)
addLedgerCommands(program)
addPaymentCommands(program)
addChainCommands(program)
addDoctorCommand(program)

const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof ConfigError ||
  error instanceof AppError ||
  (error instanceof Error && /InUse|Unavailable|EmbeddedPostgres/.test(error.name))

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${isExpected(error) ? error.message : describe(error)}\n`)
  process.exitCode = 1
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
