import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { getErrorMessage } from '#contract/error-message.ts'
import type { FromWorker, WorkerOptions } from './start-local-chain.ts'

/** The chain runs in its own thread, so that execution and journal never block the server. */
const { clockOffsetMs, ...options } = workerData as WorkerOptions
const port = parentPort
if (port === null) throw new Error('The chain worker must run as a worker thread')

const tell = (message: FromWorker) => port.postMessage(message)

try {
  // Stripping types from some sixty modules is the slowest part of a restart.
  enableCompileCache()
  const { serveChain } = await import('./serve-chain.ts')
  const served = await serveChain({ ...options, now: () => Date.now() + clockOffsetMs })
  port.once('message', () => {
    void served.stop().finally(() => port.close())
  })
  tell({
    kind: 'ready',
    port: served.port,
    genesisHash: served.genesisHash,
    faucet: served.faucet,
  })
  flushCompileCache()
} catch (error) {
  tell({ kind: 'failed', message: getErrorMessage(error) })
  port.close()
}
