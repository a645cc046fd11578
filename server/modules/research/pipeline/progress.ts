import type { SourceReport } from '#contract/research-digest.ts'
import type { ResearchEvent, ResearchStage } from '#contract/research.ts'
import type { Database } from '#server/db/database.ts'

import { appendEvent, saveStage } from '#server/modules/research/research-repository.ts'
import type { Tell } from './run-research.ts'

/** Events are written together at most this often: many sources answer within the same moment. */
const WRITE_MS = 80

type Told = Pick<ResearchEvent, 'type' | 'message' | 'source' | 'stage'>

/** Writes what happens for whoever watches, in order, and never fails the research for it. */
export function createLiveView(
  db: Database,
  researchId: string,
): { tell: Tell; reports: () => SourceReport[]; flush: () => Promise<void> } {
  const reports = new Map<string, SourceReport>()
  let stage: ResearchStage = 'planning'
  let waiting: Told[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0) return
    const now = { stage, sources: [...reports.values()] }
    writing = writing
      .then(() =>
        db.transaction(async (tx) => {
          if (!(await saveStage(tx, researchId, now))) return
          for (const event of events) {
            await appendEvent(tx, researchId, { ...event, status: 'running', failure: null })
          }
        }),
      )
      .catch(() => undefined)
  }
  const add = (event: Omit<Told, 'stage'>): void => {
    waiting.push({ ...event, stage })
    timer ??= setTimeout(write, WRITE_MS)
  }
  return {
    tell: {
      stage: (next, message) => {
        stage = next
        add({ type: 'stage', message, source: null })
      },
      source: (report) => {
        reports.set(report.id, report)
        add({ type: 'source', message: sentenceOf(report), source: report })
      },
    },
    reports: () => [...reports.values()],
    flush: async () => {
      write()
      await writing
    },
  }
}

function sentenceOf({ name, state, items, reason }: SourceReport): string {
  switch (state) {
    case 'waiting':
      return `${name} waits`
    case 'asking':
      return `Asking ${name}`
    case 'answered':
      return `${name} gave ${items} ${items === 1 ? 'item' : 'items'}`
    case 'empty':
      return `${name} has nothing on it`
    case 'failed':
      return `${name} ${reason ?? 'failed'}`
    case 'skipped':
      return `${name} ${reason ?? 'was not asked'}`
  }
}
