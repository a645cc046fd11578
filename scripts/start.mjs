import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { startServer } from './server.mjs'
import { endSteps } from './step.mjs'
import { onStop, getStopCode } from './stop.mjs'

const STOP_GRACE_MS = 9_000

const runServer = async (flags) => {
  const needsBuild = !flags.some((flag) => /worker|--api-only/.test(flag)) && !isBuilt()
  // Most of a first start fits beside the build.
  const server = startServer(needsBuild ? [...flags, '--await-site'] : flags)
  let presses = 0
  onStop((signal) => {
    presses += 1
    // The server itself ends at once at the second.
    server.kill(presses > 2 ? 'SIGKILL' : signal)
    setTimeout(() => server.kill('SIGKILL'), STOP_GRACE_MS).unref()
  })
  let hasFailed = false
  server.once('exit', (code) => {
    endSteps()
    process.exit(hasFailed ? 1 : (code ?? getStopCode() ?? 1))
  })
  if (!needsBuild) return
  try {
    await ensureBuilt()
    if (server.connected) server.send('site')
  } catch (error) {
    if (getStopCode() !== null) return
    process.stderr.write(`${error.message}\n`)
    hasFailed = true
    server.kill('SIGTERM')
  }
}

await ensureInstalled()
const flags = process.argv.slice(2)
if (flags.includes('--dev')) {
  const { runDev } = await import('./dev.mjs')
  await runDev(flags.filter((flag) => flag !== '--dev'))
} else {
  await runServer(flags)
}
