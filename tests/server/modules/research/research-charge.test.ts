import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Digest } from '#contract/research/digest.ts'
import { toDeadLetterKind } from '#server/jobs/queue-settings.ts'
import { RESEARCH } from '#server/modules/research/research-tool.ts'
import type { ProseModel } from '#server/modules/research/digest/prose.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { openDesk, POINT, type ResearchDesk } from './research-desk.ts'

const QUESTION = 'What is new on Solana?'

let desk: ResearchDesk
afterEach(() => desk.close())

/** A model that writes until it is stopped. */
const endlessModel = () => {
  const seen = { calls: 0, isStopped: false }
  const model: ProseModel = {
    name: 'endless',
    write: ({ signal }) =>
      new Promise((_resolve, reject) => {
        seen.calls += 1
        signal.addEventListener('abort', () => {
          seen.isStopped = true
          reject(new Error('stopped'))
        })
      }),
  }
  return { seen, model }
}

type Read = { status: string; is_refunded: boolean; digest: Digest | null }
const read = async (user: SignedIn, id: string): Promise<Read> =>
  (await user.call<{ data: Read }>('GET', `/research/${id}`)).body.data
const balanceOf = ({ userId }: SignedIn) => desk.server.ledger.getBalance(userId)
const readable = (user: SignedIn, id: string) =>
  vi.waitFor(async () => expect((await read(user, id)).digest).not.toBeNull(), { timeout: 20_000 })

describe('a research whose digest can be read while a model writes', () => {
  it('ends with that digest and without a refund when it is cancelled', async () => {
    const { seen, model } = endlessModel()
    desk = await openDesk({ model })
    const user = await desk.payer()
    const id = await desk.idOf(user, QUESTION)
    await readable(user, id)
    expect((await user.call('DELETE', `/research/${id}`)).status).toBe(200)
    const { status, is_refunded: isRefunded, digest } = await read(user, id)
    expect([status, isRefunded, digest?.engine]).toEqual(['done', false, 'extractive'])
    expect(await balanceOf(user)).toBe(2n * POINT)
    expect((await desk.events(user, id)).at(-1)?.type).toBe('done')
    await vi.waitFor(() => expect(seen.isStopped).toBe(true), { timeout: 20_000 })
    expect(await desk.server.ledger.check()).toEqual([])
  })

  it('ends with that digest when its workers have died', async () => {
    desk = await openDesk({ model: endlessModel().model })
    const user = await desk.payer()
    const id = await desk.idOf(user, QUESTION)
    await readable(user, id)
    const { db } = desk.server
    await desk.jobs.enqueue(db, { kind: toDeadLetterKind(RESEARCH), payload: { runId: id } })
    const { status } = await desk.finished(user, id)
    expect(status).toBe('done')
    expect(await balanceOf(user)).toBe(2n * POINT)
  })

  it('is not gathered again when another worker takes it over', async () => {
    const { seen, model } = endlessModel()
    desk = await openDesk({ model })
    const user = await desk.payer()
    const id = await desk.idOf(user, QUESTION)
    await readable(user, id)
    const { digest } = await read(user, id)
    await vi.waitFor(() => expect(seen.calls).toBe(1), { timeout: 20_000 })
    await desk.jobs.enqueue(desk.server.db, { kind: RESEARCH, payload: { runId: id } })
    await vi.waitFor(() => expect(seen.calls).toBe(2), { timeout: 20_000 })
    expect((await read(user, id)).digest).toEqual(digest)
  })
})

describe('refreshes of a topic that come together', () => {
  it('start one research and are charged once, even with a single POINT left', async () => {
    const held = Promise.withResolvers<void>()
    const wait = { isOn: false }
    const model: ProseModel = {
      name: 'held',
      write: async () => {
        if (wait.isOn) await held.promise
        throw new Error('no prose')
      },
    }
    desk = await openDesk({ model })
    const user = await desk.payer(2n)
    const { id } = await desk.ask(user, QUESTION)
    wait.isOn = true
    const saved = await user.call<{ data: { id: string } }>('POST', '/research-topics', {
      body: { research_id: id },
    })
    const path = `/research-topics/${saved.body.data.id}/refresh`
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => user.call<{ data: { id: string } }>('POST', path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    const ids = new Set(answers.map(({ body }) => body.data.id))
    expect(ids.size).toBe(1)
    expect(await balanceOf(user)).toBe(0n)
    held.resolve()
    await desk.finished(user, [...ids][0]!)
  })

  it('answer a repeated Idempotency-Key with the research it started', async () => {
    desk = await openDesk()
    const user = await desk.payer(5n)
    const { id } = await desk.ask(user, QUESTION)
    const saved = await user.call<{ data: { id: string } }>('POST', '/research-topics', {
      body: { research_id: id },
    })
    const refresh = async (key: string) => {
      const path = `/research-topics/${saved.body.data.id}/refresh`
      const headers = { 'idempotency-key': key }
      const { body } = await user.call<{ data: { id: string } }>('POST', path, { headers })
      await desk.finished(user, body.data.id)
      return body.data.id
    }
    const first = await refresh('first')
    expect(await refresh('second')).not.toBe(first)
    expect(await refresh('first')).toBe(first)
    expect(await balanceOf(user)).toBe(2n * POINT)
  })
})
