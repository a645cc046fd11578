// @vitest-environment node
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { IdParams } from '#contract/endpoint/ids.ts'
import { READ } from '#contract/endpoint/limits.ts'
import { sendMessage } from '#contract/chat/chat.ts'
import { NetworkError, SchemaError } from '#src/lib/api/api-error.ts'
import { answer } from '#tests/mocks/answer.ts'
import { createSignedInApi } from '#tests/mocks/signed-in-api.ts'
import { network } from '#tests/mocks/server.ts'

const thingEvents = endpoint({
  name: 'thingEvents',
  method: 'GET',
  path: '/things/{id}/events',
  summary: 'What happens to a thing',
  kind: 'events',
  limits: READ,
  params: IdParams,
  response: z.looseObject({ type: z.string(), seq: z.number() }),
})

const eventStream = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })

const inPieces = (pieces: readonly Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

const setUp = () => {
  const slept: number[] = []
  const api = createSignedInApi({
    clock: { now: () => 0, sleep: (delayMs) => Promise.resolve(void slept.push(delayMs)) },
    random: () => 0.5,
  })
  return { api, slept }
}

const collect = async <T>(events: AsyncIterable<T>): Promise<T[]> => {
  const seen: T[] = []
  for await (const event of events) seen.push(event)
  return seen
}

describe('a stream', () => {
  it('yields the same events for any split of its bytes', async () => {
    const bytes = new TextEncoder().encode(
      'id: 1\r\ndata: {"type":"é",\r\ndata: "seq":1}\r\n\r\n: ping\n\nevent: x\ndata:{"type":"b","seq":2}\n\ndata: unfinished',
    )
    const { api } = setUp()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((end, index) => bytes.slice(at[index], end))
        network.use(
          answer(
            thingEvents,
            () =>
              new Response(inPieces(pieces), {
                headers: { 'Content-Type': 'text/event-stream' },
              }),
          ),
        )
        const stream = api.stream(thingEvents, {
          params: { id: 'r' },
          isLast: ({ seq }) => seq === 2,
        })
        expect(await collect(stream)).toEqual([
          { type: 'é', seq: 1 },
          { type: 'b', seq: 2 },
        ])
      }),
      { numRuns: 30 },
    )
  })

  it('is resumed after the last event seen, with the bearer token, until the last event', async () => {
    const opened: (string | null)[][] = []
    const parts = [
      'id: 1\ndata: {"type":"step","seq":1}\n\n',
      '',
      'id: 2\ndata: {"type":"end","seq":2}\n\n',
    ]
    network.use(
      answer(thingEvents, ({ request, token }) => {
        opened.push([token, request.headers.get('Last-Event-ID')])
        return eventStream(parts.shift() ?? '')
      }),
    )
    const { api, slept } = setUp()
    const events = await collect(
      api.stream(thingEvents, { params: { id: 'r' }, isLast: ({ type }) => type === 'end' }),
    )
    expect(events.map(({ seq }) => seq)).toEqual([1, 2])
    expect(opened).toEqual([
      ['token', null],
      ['token', '1'],
      ['token', '1'],
    ])
    expect(slept).toEqual([250, 500])
  })

  it('is given up when it never brings anything', async () => {
    network.use(answer(thingEvents, () => eventStream('')))
    const { api, slept } = setUp()
    await expect(
      collect(api.stream(thingEvents, { params: { id: 'r' }, isLast: () => false })),
    ).rejects.toBeInstanceOf(NetworkError)
    expect(slept.at(-1)).toBe(10_000)
  })

  it('is opened once when it is a command', async () => {
    let opened = 0
    network.use(
      answer(sendMessage, () => {
        opened += 1
        return eventStream('data: {"type":"text","seq":1,"delta":"x"}\n\n')
      }),
    )
    const events = await collect(
      setUp().api.stream(sendMessage, {
        params: { id: 'c' },
        body: { content: 'hi' },
        isLast: ({ type }) => type === 'end',
      }),
    )
    expect([events.length, opened]).toEqual([1, 1])
  })

  it('stops at an event of another shape', async () => {
    network.use(answer(thingEvents, () => eventStream('data: {"seq":1}\n\n')))
    await expect(
      collect(setUp().api.stream(thingEvents, { params: { id: 'r' }, isLast: () => true })),
    ).rejects.toBeInstanceOf(SchemaError)
  })
})
