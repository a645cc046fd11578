import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, projectEnv, projectNode, root } from './install.mjs'
import { onStop } from './stop.mjs'

/** Runs a command of server/cli with the arguments of this process, and exits with its code. */
export const runCommand = async (file) => {
  await ensureInstalled()
  const child = spawn(
    projectNode(),
    [path.join(root, 'server', 'cli', file), ...process.argv.slice(2)],
    {
      cwd: root,
      // Files are named relative to where the command was typed.
      env: projectEnv({ INIT_CWD: process.env.INIT_CWD ?? process.cwd() }),
      stdio: 'inherit',
    },
  )
  onStop((signal) => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
