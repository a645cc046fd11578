// `npm run admin -- …`: the operator's command line.
import { runCommand } from './run-command.mjs'

await runCommand('admin.ts')
