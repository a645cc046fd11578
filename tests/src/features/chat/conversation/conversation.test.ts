import { describe, expect, it, vi } from 'vitest'
import { createConversation } from '#src/features/chat/conversation/conversation.ts'
import { getShownThread, getMessageText } from '#src/features/chat/thread/thread.ts'
import { HttpError, NetworkError } from '#src/lib/api/api-error.ts'
import {
  message,
  script,
  scriptedPort,
  type Script,
} from '#tests/src/features/chat/scripted-chat.ts'

const begin = (
  scripts: Script[],
  {
    chatId = null,
    stored = [],
  }: { chatId?: string | null; stored?: Parameters<typeof scriptedPort>[1] } = {},
) => {
  const port = scriptedPort(scripts, stored)
  const created: string[] = []
  const conversation = createConversation({
    port,
    appId: null,
    chatId,
    flushMs: 0,
    onCreated: (id) => created.push(id),
  })
  const state = () => conversation.store.getState()
  const shown = () => getShownThread(state()).map(({ message: one }) => one)
  const texts = () => shown().map(getMessageText)
  return { port, conversation, state, shown, texts, created }
}

describe('a question', () => {
  it('creates the chat, appears at once, and shows its answer as it arrives', async () => {
    const answer = script()
    const { port, conversation, state, shown, texts, created } = begin([answer])
    const sent = conversation.send('What is **SOL**?')
    expect(texts()).toEqual(['What is **SOL**?', ''])
    expect(state()).toMatchObject({ isRunning: true, title: 'What is SOL?' })
    answer.start({ question: 'u1', answer: 'a1' }).text('A ').text('coin.').end()
    await sent
    expect(created).toEqual(['c1'])
    expect(shown().map(({ id }) => id)).toEqual(['u1', 'a1'])
    expect(texts()).toEqual(['What is **SOL**?', 'A coin.'])
    expect(shown()[1]).toMatchObject({ status: 'complete', engine: 'commands and tools' })
    expect(state()).toMatchObject({ isRunning: false, title: 'A title', unsent: null })
    expect(port.asked[1]).toMatchObject({
      call: 'send',
      body: { content: 'What is **SOL**?', parent_id: null },
    })
  })

  it('is shown as it was stored when something secret was taken out of it', async () => {
    const answer = script()
    const { conversation, texts } = begin([answer])
    const sent = conversation.send('my seed is a b c')
    answer.start({ question: 'u1', answer: 'a1', content: 'my seed is [removed]' }).end()
    await sent
    expect(texts()[0]).toBe('my seed is [removed]')
  })

  it('follows the newest message shown', async () => {
    const [one, two] = [script(), script()]
    const { port, conversation } = begin([one, two])
    one.start({ question: 'u1', answer: 'a1' }).end()
    await conversation.send('first')
    two.start({ question: 'u2', answer: 'a2' }).end()
    await conversation.send('second')
    expect(port.asked.at(-1)).toMatchObject({ body: { content: 'second', parent_id: 'a1' } })
  })

  it('that did not arrive can be sent again as the same one', async () => {
    const [lost, found] = [script(), script()]
    const { port, conversation, state, texts } = begin([lost, found])
    lost.fail(new NetworkError('POST', new Error('offline')))
    await conversation.send('hello')
    expect(state().unsent?.problem.message).toContain('cannot be reached')
    expect(texts()[0]).toBe('hello')
    found.start({ question: 'u1', answer: 'a1' }).text('hi').end()
    state().unsent?.retry()
    await vi.waitFor(() => expect(state().isRunning).toBe(false))
    expect(texts()).toEqual(['hello', 'hi'])
    expect(state().unsent).toBeNull()
    const [first, second] = port.asked.filter(({ call }) => call === 'send')
    expect(second?.key).toBe(first?.key)
    expect(port.asked.filter(({ call }) => call === 'create')).toHaveLength(1)
  })

  it('that was refused returns its text for editing', async () => {
    const refused = script()
    const { conversation, state } = begin([refused])
    refused.fail(
      new HttpError({
        status: 402,
        body: { code: 'INSUFFICIENT_BALANCE', message: 'No' },
        tried: '',
      }),
    )
    await conversation.send('expensive')
    expect(state().unsent?.problem.code).toBe('INSUFFICIENT_BALANCE')
    expect(conversation.discardUnsent()).toBe('expensive')
    expect(state()).toMatchObject({ messages: [], unsent: null })
  })
})

describe('an answer', () => {
  it('continues after a broken connection, with nothing lost or repeated', async () => {
    const [first, rest] = [script(), script()]
    const { port, conversation, texts } = begin([first, rest])
    first.start({ question: 'u1', answer: 'a1' }).text('one ').drop()
    rest.after(1).text('one ').text('two').end()
    await conversation.send('count')
    expect(texts()[1]).toBe('one two')
    expect(port.asked.at(-1)).toEqual({ call: 'resume', body: { messageId: 'a1', from: 2 } })
  })

  it('that was being written when the page came is followed to its end', async () => {
    const rest = script()
    const stored = [
      message('u1', null, 'q'),
      message('a1', 'u1', 'half', { role: 'assistant', status: 'streaming', last_seq: 5 }),
    ]
    const { port, conversation, state, texts } = begin([rest], { chatId: 'c1', stored })
    await conversation.load()
    expect(texts()).toEqual(['q', 'half'])
    expect(state()).toMatchObject({ isRunning: true, title: 'Stored title' })
    rest.after(5).text(' and whole').end()
    await vi.waitFor(() => expect(state().isRunning).toBe(false))
    expect(texts()[1]).toBe('half and whole')
    expect(port.asked.at(-1)?.body).toEqual({ messageId: 'a1', from: 5 })
  })

  it('that is stopped keeps its text', async () => {
    const answer = script()
    const { port, conversation, state, shown, texts } = begin([answer])
    const sent = conversation.send('talk')
    answer.start({ question: 'u1', answer: 'a1' }).text('partial')
    await vi.waitFor(() => expect(texts()[1]).toBe('partial'))
    await conversation.stop()
    expect(state().isStopping).toBe(true)
    answer.end('stopped', 'stopped')
    await sent
    expect(port.asked.at(-1)?.call).toBe('stop')
    expect(shown()[1]).toMatchObject({ status: 'stopped' })
    expect(texts()[1]).toBe('partial')
    expect(state()).toMatchObject({ isRunning: false, isStopping: false })
  })

  it('that is regenerated is shown beside the old one', async () => {
    const [one, two] = [script(), script()]
    const { port, conversation, texts, shown } = begin([one, two])
    one.start({ question: 'u1', answer: 'a1' }).text('old').end()
    await conversation.send('q')
    two.start({ question: 'u1', answer: 'a2' }).text('new').end()
    await conversation.regenerate('a1')
    expect(port.asked.at(-1)?.body).toEqual({ regenerate_of: 'a1' })
    expect(texts()).toEqual(['q', 'new'])
    void conversation.showVersion('u1', 0)
    expect(texts()).toEqual(['q', 'old'])
    expect(shown().map(({ id }) => id)).toEqual(['u1', 'a1'])
  })

  it('to an edited question is shown beside the old thread', async () => {
    const [one, two] = [script(), script()]
    const { port, conversation, texts } = begin([one, two])
    one.start({ question: 'u1', answer: 'a1' }).text('old').end()
    await conversation.send('q')
    two.start({ question: 'u2', answer: 'a2' }).text('new').end()
    await conversation.send('better q', { parentId: null })
    expect(port.asked.at(-1)?.body).toEqual({ content: 'better q', parent_id: null })
    expect(texts()).toEqual(['better q', 'new'])
    void conversation.showVersion('root', 0)
    expect(texts()).toEqual(['q', 'old'])
  })

  it('that waited for an approval goes on as the same message', async () => {
    const [one, two] = [script(), script()]
    const { port, conversation, shown, texts } = begin([one, two])
    const call = { call_id: 't1', app: 'Research', tool: 'research' }
    one
      .start({ question: 'u1', answer: 'a1' })
      .tool({ ...call, state: 'needs_approval', price_points: 1 })
      .end('needs_approval')
    await conversation.send('research SOL')
    two
      .after(3)
      .start({ answer: 'a1' })
      .tool({ ...call, state: 'done' })
      .text('found')
      .end()
    await conversation.approve('a1', { call_id: 't1', approved: true })
    expect(port.asked.at(-1)?.body).toEqual({ call_id: 't1', approved: true })
    expect(texts()).toEqual(['research SOL', 'found'])
    expect(shown()[1]?.parts[0]).toMatchObject({ state: 'done', price_points: 1 })
  })

  it('may act on the page once, and only where it was listened to', async () => {
    const answer = script()
    const { conversation } = begin([answer])
    answer
      .start({ question: 'u1', answer: 'a1' })
      .tool({
        call_id: 't1',
        app: 'Desktop',
        tool: 'set_theme',
        state: 'done',
        client_action: { kind: 'set_theme', theme: 'dark' },
      })
      .end()
    await conversation.send('dark please')
    expect(conversation.takeFreshAction('t1')).toBe(true)
    expect(conversation.takeFreshAction('t1')).toBe(false)
  })
})

/** A conversation whose reads are answered by hand. */
const withSlowReads = (scripts: Script[], chatId = 'c1') => {
  const stored = [message('u1', null, 'q'), message('a1', 'u1', 'a', { role: 'assistant' })]
  const port = scriptedPort(scripts, stored)
  const reads: { answer: () => Promise<void>; signal: AbortSignal }[] = []
  const answerNow = port.read
  port.read = (id, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      const reply = answerNow(id, signal)
      reads.push({ signal, answer: async () => resolve(await reply) })
    })
  const conversation = createConversation({ port, appId: null, chatId, flushMs: 0 })
  const state = () => conversation.store.getState()
  const texts = () => getShownThread(state()).map(({ message: one }) => getMessageText(one))
  return { port, conversation, reads, state, texts, stored }
}

describe('a chat that is read slowly', () => {
  it('holds a question back until its place in the chat is known', async () => {
    const answer = script()
    const { port, conversation, reads, texts } = withSlowReads([answer])
    void conversation.load()
    const sent = conversation.send('and then?')
    expect(port.asked.filter(({ call }) => call === 'send')).toEqual([])
    await reads[0]?.answer()
    answer.start({ question: 'u2', answer: 'a2' }).text('this').end()
    await sent
    expect(port.asked.at(-1)?.body).toEqual({ content: 'and then?', parent_id: 'a1' })
    expect(texts()).toEqual(['q', 'a', 'and then?', 'this'])
  })

  it('keeps messages sent after the reading began', async () => {
    const answer = script()
    const { conversation, reads, texts } = withSlowReads([answer])
    const first = conversation.load()
    await reads[0]?.answer()
    await first
    const again = conversation.load()
    answer.start({ question: 'u2', answer: 'a2' }).text('this').end()
    await conversation.send('and then?')
    await reads[1]?.answer()
    await again
    expect(reads[1]?.signal.aborted).toBe(true)
    expect(texts()).toEqual(['q', 'a', 'and then?', 'this'])
  })

  it('is read again after an answer when it was to be read during it', async () => {
    const answer = script()
    const { conversation, reads, texts, stored } = withSlowReads([answer])
    const first = conversation.load()
    await reads[0]?.answer()
    await first
    const sent = conversation.send('and then?')
    answer.start({ question: 'u2', answer: 'a2' }).text('this')
    await vi.waitFor(() => expect(texts()).toContain('this'))
    await conversation.load()
    expect(reads).toHaveLength(1)
    stored.push(
      message('u2', 'a1', 'and then?'),
      message('a2', 'u2', 'this', { role: 'assistant' }),
      message('u3', 'a2', 'from another tab'),
    )
    answer.end()
    await sent
    await reads[1]?.answer()
    await vi.waitFor(() => expect(texts()).toContain('from another tab'))
  })
})

describe('a chat that cannot be read', () => {
  it('shows why, and is read on Retry', async () => {
    const port = scriptedPort([], [message('u1', null, 'q')])
    const read = vi
      .spyOn(port, 'read')
      .mockRejectedValueOnce(new NetworkError('GET', new Error('offline')))
    const conversation = createConversation({ port, appId: null, chatId: 'c1' })
    await conversation.load()
    expect(conversation.store.getState().phase).toBe('failed')
    await conversation.load()
    expect(conversation.store.getState()).toMatchObject({ phase: 'ready', problem: null })
    expect(read).toHaveBeenCalledTimes(2)
  })
})
