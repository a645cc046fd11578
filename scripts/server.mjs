import { spawn } from 'node:child_process'
import path from 'node:path'
import { projectEnv, projectNode, root } from './install.mjs'
import { MEMORY_SETTINGS } from './memory.mjs'

/**
 * Starts the server in a process group of its own, so that Ctrl-C reaches it once, through the launcher. Over the
 * channel it hears that the browser side is built, and reports where it listens; the end of the channel is the launcher's.
 */
export const startServer = (flags, env = {}) =>
  spawn(projectNode(), [path.join(root, 'server', 'main.ts'), ...flags], {
    cwd: root,
    env: { ...MEMORY_SETTINGS, ...projectEnv(env) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
