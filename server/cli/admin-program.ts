import { Command } from 'commander'
import { addAccountCommands } from './users/account-commands.ts'
import { addAppCommands } from './app-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addChainCommands } from './chain/chain-commands.ts'
import { addDoctorCommand } from './doctor/doctor-command.ts'
import { addLedgerCommands } from './payments/ledger-commands.ts'
import { addNetworkCommands } from './chain/network-commands.ts'
import { addAuditCommands } from './admin-trail.ts'
import { addJobCommands } from './job-commands.ts'
import { addModelCommands } from './model-commands.ts'
import { startOutput } from './operator.ts'
import { addPaymentCommands } from './payments/payment-commands.ts'

/** Creates the operator's command line. */
export function createAdminProgram(version: string): Command {
  const program = new Command('npm run admin --')
    .description('Operator commands. Most work with and without a running server.')
    .version(version)
    .option('--json', 'print one JSON document; amounts are lamports as text')
    .hook('preAction', (root) =>
      startOutput({ isJson: root.opts<{ json?: true }>().json === true }),
    )
    .showHelpAfterError()

  addAccountCommands(program)
  addLedgerCommands(program)
  addPaymentCommands(program)
  addAppCommands(program)
  addChainCommands(program)
  addNetworkCommands(program)
  addBackupCommands(program)
  addJobCommands(program)
  addModelCommands(program)
  addAuditCommands(program)
  addDoctorCommand(program)
  return program
}
