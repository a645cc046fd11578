import { describe, expect, it } from 'vitest'
import { createAnswerReader, buildRequestBody } from '#server/clients/llm/llm-wire.ts'

const read = (...chunks: unknown[]) => {
  const reader = createAnswerReader()
  const text = chunks.map((chunk) => reader.read(chunk)).join('')
  return { text, ...reader.finish() }
}
const delta = (delta: object, finish: string | null = null) => ({
  choices: [{ delta, finish_reason: finish }],
})
const call = (piece: object) => delta({ tool_calls: [piece] })
const end = delta({}, 'tool_calls')

describe('an answer', () => {
  it('is the text of its chunks, whatever else they hold', () => {
    const usage = { choices: [], usage: { total_tokens: 3 } }
    const parts = delta({ content: [{ type: 'text', text: ' there' }, { type: 'image' }] })
    const thought = delta({ role: 'assistant', content: null, reasoning_content: 'hm' })
    expect(read(thought, delta({ content: 'Hello' }), parts, delta({}, 'stop'), usage)).toEqual({
      text: 'Hello there',
      calls: [],
      finish: 'stop',
    })
  })

  it('is read of an endpoint that does not stream', () => {
    expect(read({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }).text).toBe(
      'Hello',
    )
  })

  it('that broke off, that is an error, or that is no answer is none', () => {
    expect(() => read(delta({ content: 'Hello' }))).toThrow('no finish reason')
    expect(() => read({ error: { message: 'exploded' } })).toThrow('exploded')
    expect(() => read('hello')).toThrow()
  })
})

describe('calls', () => {
  it.each([
    [
      'come in pieces, mixed',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x"' } }),
        call({ index: 1, id: 'b', function: { name: 'two', arguments: '{' } }),
        call({ index: 0, function: { arguments: ':1}' } }),
        call({ index: 1, function: { arguments: '"y":2}' } }),
      ],
    ],
    [
      'come whole, all at index 0',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x":1}' } }),
        call({ index: 0, id: 'b', function: { name: 'two', arguments: '{"y":2}' } }),
      ],
    ],
    [
      'come without an index, with arguments that are no text',
      [
        call({ id: 'a', function: { name: 'one', arguments: { x: 1 } } }),
        call({ id: 'b', function: { name: 'two', arguments: '{"y":' } }),
        call({ function: { arguments: '2}' } }),
      ],
    ],
  ])('%s', (_, chunks) => {
    expect(read(...chunks, end)).toEqual({
      text: '',
      finish: 'tool-calls',
      calls: [
        { id: 'a', name: 'one', arguments: { x: 1 } },
        { id: 'b', name: 'two', arguments: { y: 2 } },
      ],
    })
  })

  it('get an id when they bring none, and no arguments when those cannot be read', () => {
    const { calls } = read(
      call({ index: 0, function: { name: 'one', arguments: '' } }),
      call({ index: 1, function: { name: 'two', arguments: '{"y' } }),
      end,
    )
    expect(calls).toMatchObject([
      { name: 'one', arguments: {} },
      { name: 'two', arguments: undefined },
    ])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  it('go back to the endpoint as JSON, also those that were none', () => {
    const body: unknown = JSON.parse(
      buildRequestBody({
        model: 'm',
        instructions: 'Be brief.',
        messages: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: '',
            calls: [{ id: 'a', name: 'one', arguments: undefined }],
          },
          { role: 'tool', callId: 'a', content: 'Failed' },
        ],
        tools: [],
      }),
    )
    expect(body).toEqual({
      model: 'm',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'one', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'Failed' },
      ],
    })
  })
})
