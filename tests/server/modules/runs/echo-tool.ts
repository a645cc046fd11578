import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { IdParams } from '#contract/endpoint/ids.ts'
import { CHANGE, READ } from '#contract/endpoint/limits.ts'
import { listOf, PageQuery } from '#contract/endpoint/lists.ts'
import { eventRoute, parseLastEventId } from '#server/http/event-stream.ts'
import { route, success, successList } from '#server/http/route.ts'
import { definePaidTool } from '#server/modules/runs/paid-tool.ts'
import { RunFailed } from '#server/modules/runs/run.ts'

const response = z.looseObject({})
const [body, page] = [
  z.object({ text: z.string() }),
  { query: PageQuery, response: listOf(response) },
]
const all = { path: '/echo', summary: 'Echoes', limits: CHANGE } as const
const one = {
  path: '/echo/{id}',
  summary: 'An echo',
  limits: READ,
  params: IdParams,
  response,
} as const
const events = { ...one, path: '/echo/{id}/events', kind: 'events' } as const
const errors = ['INSUFFICIENT_BALANCE'] as const
const startEcho = endpoint({
  ...all,
  name: 'startEcho',
  method: 'POST',
  idempotent: true,
  body,
  errors,
  response,
})
const listEchoes = endpoint({ ...all, name: 'listEchoes', method: 'GET', ...page })
const getEcho = endpoint({ ...one, name: 'getEcho', method: 'GET' })
const deleteEcho = endpoint({ ...one, name: 'deleteEcho', method: 'DELETE' })
const echoEvents = endpoint({ ...events, name: 'echoEvents', method: 'GET' })

type Shape = {
  input: { text: string }
  progress: { said: number }
  counts: { words: number }
  event: { type: string; word: string }
  ids: { echo_id: string }
}

/** A whole paid tool: it repeats a text word by word. It fails at the word "fail" and waits at the word "wait". */
export const echoTool = definePaidTool<Shape>({
  kind: 'echo',
  points: 2,
  concurrency: 3,
  words: { run: 'echo', work: 'echo' },
  ids: (id) => ({ echo_id: id }),
  describe: ({ id, input }) => ({ title: 'Echo', about: input.text, path: `/echo?id=${id}` }),
  queuedEvent: () => ({ type: 'queued', word: '' }),
  endEvent: ({ status, failure }) => ({ type: status, word: failure ?? '' }),
  deadlineMs: 10_000,
  progress: { everyMs: 20, isLatestOnly: false },
  work: async ({ input }, { reportProgress, signal }) => {
    const words = input.text.split(' ')
    for (const [index, word] of words.entries()) {
      reportProgress({ said: index + 1 }, { type: 'word', word })
      if (word === 'wait') await sleep(60_000, undefined, { signal })
      if (word === 'fail') throw new RunFailed('Nothing to repeat')
    }
    return { body: words.join(' '), counts: { words: words.length } }
  },
  open: (runs) => {
    const consumption = { type: 'PREMIUM_FEATURE', description: 'Echo' } as const
    const start = (userId: string, text: string, idempotencyKey: string | undefined) =>
      runs.start({ userId, input: { text }, consumption, idempotencyKey, keyScope: 'ECHO' })
    return {
      routes: (app) => {
        route(app, startEcho, async (call) =>
          success(await start(call.user.id, call.body.text, call.idempotencyKey)),
        )
        route(app, listEchoes, async ({ user, query }) => {
          const page = await runs.list({ userId: user.id, ...query })
          return successList({ ...page, rows: page.rows.map(runs.summarize) }, query)
        })
        route(app, getEcho, async ({ user, params: { id } }) =>
          success({
            ...runs.summarize(await runs.getOwn(user.id, id)),
            text: await runs.readBody(id),
          }),
        )
        route(app, deleteEcho, async ({ user, params: { id } }) => {
          await runs.remove(user.id, id)
          return {}
        })
        eventRoute(app, echoEvents, ({ user, params: { id }, lastEventId, signal }) =>
          runs.follow(user.id, id, parseLastEventId(lastEventId), signal),
        )
      },
      chat: {
        name: 'echo',
        app: { id: 'echo', title: 'Echo', path: '/echo', also: 'repeat' },
        description: 'Repeats a text',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        buildPath: (id) => `/echo?id=${id}`,
        start: (userId, { text }, key) => start(userId, String(text), key),
        renderText: (text) => `> ${text}`,
      },
    }
  },
})
