import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { projectEnv, projectNode, root } from './install.mjs'
import { startServer } from './server.mjs'
import { onStop, getStopCode } from './stop.mjs'

const WEB_PORT = 5173
const SETTLE_MS = 150
/** Vite does not listen for the end of the channel, which is also that of a killed launcher. */
const END_WITH_US = 'data:text/javascript,process.on("disconnect",()=>process.exit())'
const STOP_GRACE_MS = 9_000
const WATCHED = ['server', 'contract', '.env']
const IS_SOURCE = /\.(ts|sql)$|^\.env$/

/** Returns the port, or the one chosen for 0; null when it is taken. */
const findFreePort = (port) =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(null))
    probe.listen({ host: '127.0.0.1', port }, () => {
      const chosen = probe.address().port
      probe.close(() => resolve(chosen))
    })
  })

/** Calls `onChange` once the sources below have settled after a change. */
const watchSources = (onChange) => {
  let timer
  for (const name of WATCHED) {
    try {
      watch(path.join(root, name), { recursive: true }, (_event, file) => {
        if (!IS_SOURCE.test(file ?? '')) return
        clearTimeout(timer)
        timer = setTimeout(() => onChange(), SETTLE_MS)
      })
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}

/** Runs Vite with hot reload for the browser side, and the server started again at each change of its sources. */
export const runDev = async (flags) => {
  const webPort = (await findFreePort(WEB_PORT)) ?? (await findFreePort(0))
  const webUrl = `http://127.0.0.1:${webPort}`
  // Sign-in messages name the address that people see.
  const env = { PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? webUrl }
  let vite = null
  let server = null
  let isRestarting = false
  let isEnding = false

  const end = () => {
    if (server !== null || (vite !== null && vite.exitCode === null && vite.signalCode === null))
      return
    process.exit(getStopCode() === null ? 1 : 0)
  }
  const startVite = (apiUrl) => {
    const script = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const where = ['--host', '127.0.0.1', '--port', String(webPort), '--strictPort']
    vite = spawn(
      projectNode(),
      ['--import', END_WITH_US, script, ...where, '--logLevel', 'warn', '--clearScreen', 'false'],
      {
        cwd: root,
        env: projectEnv({ API_ORIGIN: apiUrl }),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
      },
    )
    vite.once('exit', (code) => {
      if (getStopCode() === null) process.stderr.write(`Vite ended with code ${code}.\n`)
      isEnding = true
      server?.kill('SIGTERM')
      end()
    })
  }
  const start = () => {
    const child = startServer([...flags, '--api-only'], env)
    server = child
    child.on('message', ({ url }) => {
      // The next start takes the same port, which Vite knows.
      env.PORT = new URL(url).port
      if (vite === null) startVite(url)
      process.stdout.write(`  develop   ${webUrl} (hot reload), the server is at ${url}\n\n`)
    })
    child.once('exit', () => {
      server = null
      if (isEnding) return end()
      if (isRestarting) {
        isRestarting = false
        return start()
      }
      process.stdout.write('The server has ended; it starts again after a change.\n')
    })
  }
  start()
  watchSources(() => {
    if (isEnding || isRestarting) return
    if (server === null) return start()
    isRestarting = true
    server.kill('SIGTERM')
  })
  onStop((signal) => {
    isEnding = true
    server?.kill(signal)
    vite?.kill('SIGTERM')
    setTimeout(() => {
      server?.kill('SIGKILL')
      vite?.kill('SIGKILL')
    }, STOP_GRACE_MS).unref()
    end()
  })
}
