import { describe, expect, it, vi } from 'vitest'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { createConversation } from '#src/features/chat/conversation/conversation.ts'
import { getShownThread } from '#src/features/chat/thread/thread.ts'
import { NetworkError } from '#src/lib/api/api-error.ts'
import { chainOf, pageOf } from '#tests/src/features/chat/paged-chat.ts'
import {
  message,
  script,
  scriptedPort,
  type Script,
} from '#tests/src/features/chat/scripted-chat.ts'

const PAGE = 4

const open = async (stored: ChatMessage[], scripts: Script[] = []) => {
  const port = scriptedPort(scripts)
  const { read } = port
  const places: object[] = []
  port.read = async (id, signal, place = {}) => {
    places.push(place)
    return { ...(await read(id, signal)), ...pageOf(stored, place, PAGE) }
  }
  const conversation = createConversation({ port, appId: null, chatId: 'c1', flushMs: 0 })
  await conversation.load()
  const state = () => conversation.store.getState()
  const rows = () => getShownThread(state())
  const ids = () => rows().map((row) => row.message.id)
  const loadAll = async () => {
    while (state().top !== 'root') await conversation.loadOlder()
  }
  return { port, places, conversation, state, rows, ids, loadAll }
}

const idsOf = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id)

describe('a long chat', () => {
  it('opens with its newest messages and adds older ones, up to the first', async () => {
    const stored = chainOf(10, 'm')
    const { conversation, ids, state, loadAll, places } = await open(stored)
    expect(ids()).toEqual(['m6', 'm7', 'm8', 'm9'])
    await conversation.loadOlder()
    expect(ids()).toEqual(idsOf(stored.slice(2)))
    await loadAll()
    expect(ids()).toEqual(idsOf(stored))
    expect(state()).toMatchObject({ top: 'root', older: 'idle' })
    expect(places).toEqual([{}, { before: 'm6' }, { before: 'm2' }])
    await conversation.loadOlder()
    expect(places).toHaveLength(3)
  })

  it('shows when older messages failed to load, and loads them on Retry', async () => {
    const stored = chainOf(6, 'm')
    const { conversation, ids, state, port } = await open(stored)
    const read = vi.spyOn(port, 'read')
    read.mockRejectedValueOnce(new NetworkError('GET', new Error('offline')))
    await conversation.loadOlder()
    expect(state()).toMatchObject({ older: 'failed', problem: null, phase: 'ready' })
    expect(ids()).toHaveLength(PAGE)
    await conversation.loadOlder()
    expect(ids()).toEqual(idsOf(stored))
  })

  it('keeps older messages when it is read again', async () => {
    const stored = chainOf(8, 'm')
    const { conversation, ids, loadAll } = await open(stored)
    await loadAll()
    stored.push(message('m8', 'm7', 'from another tab'))
    await conversation.load()
    expect(ids()).toEqual(idsOf(stored))
  })

  it('begins again at the newest page when messages before it are missing', async () => {
    const stored = chainOf(8, 'm')
    const { conversation, ids, state, loadAll } = await open(stored)
    stored.push(...chainOf(6, 'new', 'm1'))
    await conversation.load()
    expect(ids()).toEqual(['new2', 'new3', 'new4', 'new5'])
    expect(state().top).toBe('new1')
    await loadAll()
    expect(ids()).toEqual(['m0', 'm1', ...idsOf(stored.slice(8))])
  })

  it('goes on from another version that was written elsewhere above its first message', async () => {
    const stored = chainOf(8, 'm')
    const { conversation, ids, rows } = await open(stored)
    stored.push(...chainOf(2, 'new', 'm4'))
    await conversation.load()
    expect(ids()).toEqual(['m3', 'm4', 'new0', 'new1'])
    expect(rows()[2]?.versions).toEqual(['m5', 'new0'])
    await conversation.showVersion('m4', 0)
    expect(ids()).toEqual(['m3', 'm4', 'm5', 'm6', 'm7'])
  })

  it('takes older messages that arrive while an answer is written', async () => {
    const answer = script()
    const stored = chainOf(6, 'm')
    const { conversation, ids, loadAll } = await open(stored, [answer])
    const sent = conversation.send('and then?')
    answer.start({ question: 'q', answer: 'a' }).text('this')
    await loadAll()
    answer.end()
    await sent
    expect(ids()).toEqual([...idsOf(stored), 'q', 'a'])
  })
})

describe('versions of messages in a long chat', () => {
  const branched = () => [...chainOf(12, 'm'), ...chainOf(2, 'v', 'm2')]

  it('are counted before they are loaded, and loaded down to their end when shown', async () => {
    const stored = branched()
    const { conversation, ids, rows, places, loadAll } = await open(stored)
    expect(ids()).toEqual(['m1', 'm2', 'v0', 'v1'])
    expect(rows()[2]?.versions).toEqual(['m3', 'v0'])
    await conversation.showVersion('m2', 0)
    expect(ids()).toEqual(idsOf(stored.slice(1, 12)))
    expect(places.slice(1)).toEqual([{ through: 'm3' }, { before: 'm8' }, { before: 'm4' }])
    await conversation.showVersion('m2', 1)
    expect(ids()).toEqual(['m1', 'm2', 'v0', 'v1'])
    expect(places).toHaveLength(4)
    await loadAll()
    expect(ids()).toEqual(['m0', 'm1', 'm2', 'v0', 'v1'])
  })

  it('stay as they are when another one cannot be loaded', async () => {
    const { conversation, ids, state, port } = await open(branched())
    vi.spyOn(port, 'read').mockRejectedValueOnce(new NetworkError('GET', new Error('offline')))
    await conversation.showVersion('m2', 0)
    expect(ids()).toEqual(['m1', 'm2', 'v0', 'v1'])
    expect(state()).toMatchObject({ isSwitching: false, problem: { message: expect.anything() } })
  })

  it('do not change under a question that was sent meanwhile', async () => {
    const answer = script()
    const { conversation, ids, state } = await open(branched(), [answer])
    const switched = conversation.showVersion('m2', 0)
    const sent = conversation.send('and then?')
    answer.start({ question: 'q', answer: 'a' }).end()
    await Promise.all([switched, sent])
    expect(ids()).toEqual(['m1', 'm2', 'v0', 'v1', 'q', 'a'])
    expect(state().isSwitching).toBe(false)
  })

  it('grow by an edit of the first loaded message and by a regenerated answer', async () => {
    const [edit, again] = [script(), script()]
    const { conversation, ids, port, rows, loadAll } = await open(chainOf(8, 'm'), [edit, again])
    edit.start({ question: 'q', answer: 'a' }).end()
    await conversation.send('better', { parentId: 'm3' })
    expect(port.asked.at(-1)?.body).toEqual({ content: 'better', parent_id: 'm3' })
    expect(ids()).toEqual(['q', 'a'])
    again.start({ question: 'q', answer: 'b' }).end()
    await conversation.regenerate('a')
    expect(ids()).toEqual(['q', 'b'])
    expect(rows().map(({ versions }) => versions)).toEqual([
      ['m4', 'q'],
      ['a', 'b'],
    ])
    await loadAll()
    expect(ids()).toEqual(['m0', 'm1', 'm2', 'm3', 'q', 'b'])
    await conversation.showVersion('m3', 0)
    expect(ids()).toEqual(idsOf(chainOf(8, 'm')))
  })
})

it('follows the running answer of a long chat to its end', async () => {
  const rest = script()
  const stored = chainOf(7, 'm')
  stored.push(message('run', 'm6', 'half', { role: 'assistant', status: 'streaming', last_seq: 5 }))
  const { state, rows, ids } = await open(stored, [rest])
  expect(state().isRunning).toBe(true)
  rest.after(5).text(' and whole').end()
  await vi.waitFor(() => expect(state().isRunning).toBe(false))
  expect(ids()).toEqual(['m4', 'm5', 'm6', 'run'])
  expect(rows()[3]?.message.parts).toEqual([{ type: 'text', text: 'half and whole' }])
})
