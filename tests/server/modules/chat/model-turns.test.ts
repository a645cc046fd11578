import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatEvent, EndReason } from '#contract/chat/parts.ts'
import { saying, type LlmStep } from '#tests/support/scripted-llm.ts'
import { endOf, newChat, send, thread } from './chat-desk.ts'
import { calling, modelDesk, POINT, type ModelDesk } from './model-desk.ts'

let host: ModelDesk
beforeAll(async () => {
  host = await modelDesk()
})
afterAll(() => host.close())

const errorOf = (events: readonly ChatEvent[]) => events.find((event) => event.type === 'error')
const callRead = calling('notes__read', { topic: 'sol' })

describe('an answer that costs a POINT', () => {
  const cases: [string, LlmStep[][], EndReason, bigint][] = [
    ['plain', [saying('It says buy low.')], 'complete', POINT],
    ['a tool, then text', [callRead, saying('Three of them.')], 'complete', POINT],
    [
      'a whole call with finish_reason stop, as Ollama sends it',
      [
        [{ call: [{ name: 'notes__read', args: {} }], whole: true }, { finish: 'stop' }, 'done'],
        saying('Three.'),
      ],
      'complete',
      POINT,
    ],
    [
      'a call without an id',
      [
        [
          { call: [{ name: 'notes__read', args: {}, id: null }], whole: true },
          { finish: 'tool_calls' },
          'done',
        ],
        saying('Three.'),
      ],
      'complete',
      POINT,
    ],
    [
      'an answer without [DONE]',
      [[{ say: 'Well.' }, { finish: 'stop' }, 'close']],
      'complete',
      POINT,
    ],
    [
      'thoughts before the answer',
      [[{ think: 'hmm' }, { say: 'Well.' }, { finish: 'stop' }, 'done']],
      'complete',
      POINT,
    ],
    [
      'arguments that are no JSON, from which the model recovers',
      [calling('notes__read', '{"topic": "unterminated'), saying('I could not.')],
      'complete',
      POINT,
    ],
    [
      'a tool that does not exist, from which the model recovers',
      [calling('notes__gone', {}), saying('I could not.')],
      'complete',
      POINT,
    ],
    [
      'a tool that crashes',
      [calling('notes__crash', {}), saying('The notes are away.')],
      'complete',
      POINT,
    ],
    [
      'a tool that never answers',
      [calling('notes__hang', {}), saying('The notes are away.')],
      'complete',
      POINT,
    ],
    [
      'the length limit',
      [[{ say: 'A very long' }, { finish: 'length' }, 'done']],
      'length_limit',
      POINT,
    ],
    ['calls without end', [callRead], 'step_limit', POINT],
    ['an empty answer', [[{ finish: 'stop' }, 'done']], 'failed', 0n],
    ['blank text', [[{ say: ' \n ' }, { finish: 'stop' }, 'done']], 'failed', 0n],
    ['a dropped connection', [[{ say: 'Well, I' }, 'drop']], 'failed', 0n],
    ['a connection dropped at once', [['drop']], 'failed', 0n],
    ['a stall in the middle', [[{ say: 'Well, I' }, 'stall']], 'failed', 0n],
    ['a stall before the first word', [['stall']], 'failed', 0n],
    ['an end without a finish reason', [[{ say: 'Well, I' }, 'close']], 'failed', 0n],
    [
      'an error in the middle',
      [
        [
          { say: 'Well' },
          { event: { error: { message: 'exploded sk-SECRETSECRETSECRET', code: 500 } } },
          'done',
        ],
      ],
      'failed',
      0n,
    ],
    [
      'a refusal',
      [[{ status: 401, body: { error: { message: 'bad key sk-SECRETSECRETSECRET' } } }]],
      'failed',
      0n,
    ],
    ['a rate limit', [[{ status: 429, body: { error: { message: 'slow down' } } }]], 'failed', 0n],
    ['a server error', [[{ status: 500, body: {} }]], 'failed', 0n],
  ]

  it.each(cases)('is settled as it should after %s', async (_, scripts, reason, cost) => {
    const { events, spent, messages } = await host.answered(...scripts)
    expect(endOf(events)).toMatchObject({ reason, points: 1, is_refunded: cost === 0n })
    expect(spent).toBe(cost)
    // It is shown with the answer, also when the chat is opened again.
    expect(messages.at(-1)).toMatchObject({ points: 1, is_refunded: cost === 0n })
    expect(messages.at(-1)?.status).toBe(reason === 'failed' ? 'failed' : 'complete')
    expect(JSON.stringify(messages)).not.toMatch(/sk-[A-Z]/i)
    expect(await host.desk.server.ledger.check()).toEqual([])
  })

  it('keeps the tokens of all its calls for the operator, and no text with them', async () => {
    const used = (prompt: number, completion: number): LlmStep => ({
      event: {
        id: 'x',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [],
        usage: { prompt_tokens: prompt, completion_tokens: completion },
      },
    })
    const ending = (steps: readonly LlmStep[], usage: LlmStep): LlmStep[] => [
      ...steps.filter((step) => step !== 'done'),
      usage,
      'done',
    ]
    host.llm.script(ending(callRead, used(100, 7)), ending(saying('Three.'), used(130, 5)))
    const chat = await newChat(host.user)
    await send(host.user, chat, 'How many?')
    const rows = await host.desk.server.db.query(
      `select model is not null as known, prompt_tokens as prompt, completion_tokens as completion
       from chat_turn where chat_id = $1`,
      [chat],
    )
    expect(rows).toEqual([{ known: true, prompt: 230, completion: 12 }])
  })

  it('says in its own words why it failed', async () => {
    const errors = []
    for (const script of [
      [{ status: 401, body: { error: { message: 'sk-SECRETSECRETSECRET' } } }],
      [{ status: 429, body: {} }],
      ['stall'],
      ['drop'],
      [{ finish: 'stop' }, 'done'],
    ] as LlmStep[][]) {
      errors.push(errorOf((await host.answered(script)).events))
    }
    expect(errors.map((error) => error?.type === 'error' && error.code)).toEqual([
      'MODEL_REFUSED',
      'MODEL_BUSY',
      'MODEL_STALLED',
      'MODEL_FAILED',
      'MODEL_EMPTY',
    ])
  })

  it('keeps what was said before it failed', async () => {
    const { messages } = await host.answered([{ say: 'Well, I', gapMs: 30 }, 'drop'])
    expect(messages.at(-1)?.parts[0]).toEqual({ type: 'text', text: 'Well, I' })
    expect(messages.at(-1)?.error?.code).toBe('MODEL_FAILED')
  })

  it('is refused, and nothing asked, without a POINT', async () => {
    const poor = await host.desk.server.signIn()
    const id = await newChat(poor)
    const asked = host.llm.requests.length
    const { status, text } = await send(poor, id, 'hello')
    expect([status, JSON.parse(text)['code']]).toEqual([402, 'INSUFFICIENT_BALANCE'])
    expect(host.llm.requests.length).toBe(asked)
    expect((await thread(poor, id)).messages).toEqual([])
  })
})
