import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedIn } from '#tests/support/server.ts'
import { chatDesk, endOf, newChat, send, textOf, thread, type ChatDesk } from './chat-desk.ts'

let desk: ChatDesk
let user: SignedIn
beforeAll(async () => {
  desk = await chatDesk()
  user = await desk.server.signIn()
})
afterAll(() => desk.server.close())

describe('a chat', () => {
  it('streams its answer, stores it, and tells it again from any event on', async () => {
    const id = await newChat(user)
    const { events } = await send(user, id, 'Tell me **something** long about tokens')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({ type: 'start', engine: 'commands and tools' })
    expect(endOf(events)).toMatchObject({ reason: 'complete', points: 0, is_refunded: false })
    const { messages, title } = await thread(user, id)
    expect(title).toBe('Tell me something long about...')
    expect(messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
    expect(messages[1]?.parent_id).toBe(messages[0]?.id)
    expect(messages[1]?.parts[0]).toEqual({ type: 'text', text: textOf(events) })
    expect(messages[1]?.last_seq).toBe(events.length)
    const { text } = await user.call('GET', `/chats/${id}/stream?from=1`)
    expect(text).not.toContain('"seq":1,')
    expect(text).toContain(`"seq":${events.length}`)
  })
})
