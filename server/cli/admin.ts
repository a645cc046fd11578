import { Command } from 'commander'
import { operatorText } from '#server/boot/operator-error.ts'
import { addAccountCommands } from './account-commands.ts'
import { addAppCommands } from './app-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addChainCommands } from './chain-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addNetworkCommands } from './network-commands.ts'
import { readVersion, versionText } from '#server/lib/version.ts'
import { addAuditCommands } from './admin-trail.ts'
import { addJobCommands } from './job-commands.ts'
import { CommandError, flushJson, useJson } from './operator.ts'
import { addPaymentCommands } from './payment-commands.ts'

const program = new Command('npm run admin --')
  .description('Operator commands. Most work with and without a running server.')
  .version(versionText(await readVersion()))
  .option('--json', 'print one JSON document; amounts are lamports as text')
  .hook('preAction', (root) => {
    if (root.opts<{ json?: true }>().json === true) useJson()
  })
  .showHelpAfterError()

addAccountCommands(program)
addLedgerCommands(program)
addPaymentCommands(program)
addAppCommands(program)
addChainCommands(program)
addNetworkCommands(program)
addBackupCommands(program)
addJobCommands(program)
addAuditCommands(program)
addDoctorCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${operatorText(error)}\n`)
  process.exitCode = error instanceof CommandError ? error.exitCode : 1
}
flushJson()
