// `npm run analyse -- …`: an analysis without a database, a server or a payment.
import { runCommand } from './run-command.mjs'

await runCommand('analyse.ts')
