import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { isReviewed, type AppCalls } from './app-calls.ts'
import { findApp } from '#server/modules/apps/store/app-repository.ts'
import { claimStaleServer } from './server-repository.ts'

export type AppMonitor = { start(): void; stop(): Promise<void> }

type Settings = {
  db: Database
  calls: Pick<AppCalls, 'check'>
  onError: (error: unknown) => void
  staleSeconds?: number
  pauseMs?: number
}

const STALE_SECONDS = 600
const PAUSE_MS = 30_000
/** A check of a silent server takes longer than a stop may. */
const STOP_MS = 500

/** Checks servers of installed apps to find changed tools before users do. Each process claims another server. */
export const createAppMonitor = (settings: Settings): AppMonitor => {
  const { db, calls, onError, staleSeconds = STALE_SECONDS, pauseMs = PAUSE_MS } = settings
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  const round = async (): Promise<void> => {
    for (;;) {
      const id = stopping.signal.aborted ? null : await claimStaleServer(db, staleSeconds)
      if (id === null) return
      const app = await findApp(db, id)
      if (app !== undefined && isReviewed(app)) await calls.check(app)
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      )
      if (!stopping.signal.aborted) await round().catch(onError)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}
