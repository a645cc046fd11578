import { runCommand } from './run-command.mjs'

await runCommand('admin.ts')
