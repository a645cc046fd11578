// `npm run build`: the browser side with its compressed copies, unless it is up to date.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

await ensureInstalled()
await ensureBuilt()
