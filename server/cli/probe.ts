// `node server/cli/probe.ts [--worker]`, for health checks: exit 0 if the process on this machine answers `/healthz`.
import { loadConfig, findPublicOrigin } from '#server/config.ts'

const TIMEOUT_MS = 4_000

const config = loadConfig()
const port = process.argv.includes('--worker') ? config.workerPort : config.port
const url = `${findPublicOrigin({ ...config, publicOrigin: null }, port)}/healthz`
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  process.stdout.write(`${url} answers ${status}\n`)
  process.exitCode = status === 200 ? 0 : 1
} catch {
  process.stderr.write(`${url} does not answer\n`)
  process.exitCode = 1
}
