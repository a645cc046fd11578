import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { callApi } from '#bench/support/product.ts'
import { summarize } from '#bench/support/http-load.ts'

/** Requests from a thread of their own, since the bench's main thread is the node of the analysis. */

const PING_MS = 10

type Target = { url: string; token: string }

/** Sends one small request after the other. `stop` resolves with the p99 of their times. */
export function keepPinging({ url, token }: Target): { stop: () => Promise<number> } {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, token } })
  const ended = new Promise<number>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  // A bench that fails stops the server, and then the last answer does not come.
  ended.catch(() => undefined)
  return {
    stop() {
      thread.postMessage('stop')
      return ended
    },
  }
}

if (!isMainThread) {
  const { url, token } = workerData as Target
  const latencies: number[] = []
  const state = { isOn: true }
  parentPort?.once('message', () => (state.isOn = false))
  while (state.isOn) {
    const sentAt = performance.now()
    await (await callApi(url, 'GET', '/auth/me', { token })).arrayBuffer()
    latencies.push(performance.now() - sentAt)
    await sleep(PING_MS)
  }
  parentPort?.postMessage(summarize(latencies, 1).p99Ms)
}
