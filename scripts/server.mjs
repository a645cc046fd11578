import { spawn } from 'node:child_process'
import path from 'node:path'
import { projectEnv, projectNode, root } from './install.mjs'
import { MEMORY_SETTINGS } from './memory.mjs'

/**
 * Starts the server in a process group of its own, so that Ctrl-C reaches it once, through the launcher. Over the IPC
 * channel, the launcher reports that the site is built, and the server reports its address. When the launcher ends, the
 * channel closes.
 */
export const startServer = (flags, env = {}) =>
  spawn(projectNode(), [path.join(root, 'server', 'main.ts'), ...flags], {
    cwd: root,
    env: { ...MEMORY_SETTINGS, ...projectEnv(env) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
