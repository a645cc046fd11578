// `npm run admin -- …`: the operator's command line, on the project's own Node.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, projectEnv, projectNode, root } from './install.mjs'

ensureInstalled()
const result = spawnSync(
  projectNode(),
  [path.join(root, 'server', 'cli', 'admin.ts'), ...process.argv.slice(2)],
  { cwd: root, env: projectEnv(), stdio: 'inherit' },
)
process.exit(result.status ?? 1)
