import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

await ensureInstalled()
await ensureBuilt()
