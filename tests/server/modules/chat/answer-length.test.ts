import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptedLlm, type ScriptedLlm } from '#tests/support/scripted-llm.ts'
import {
  chatDesk,
  endOf,
  modelOf,
  newChat,
  send,
  textOf,
  thread,
  until,
  type ChatDesk,
} from './chat-desk.ts'

let llm: ScriptedLlm
let desk: ChatDesk
beforeAll(async () => {
  llm = await scriptedLlm()
  desk = await chatDesk({ model: modelOf(llm) })
})
afterAll(async () => {
  await desk.server.close()
  await llm.close()
})

describe('an answer without end', () => {
  it('is cut off at 256 kB, says so, and closes the connection to the model', async () => {
    const user = await desk.server.signIn()
    const chatId = await newChat(user)
    llm.script([{ say: Array.from({ length: 300 }, () => 'é'.repeat(1_000)) }, 'stall'])
    const { events } = await send(user, chatId, 'Say something long')
    expect(endOf(events)).toMatchObject({ reason: 'length_limit', status: 'complete' })
    const bytes = Buffer.byteLength(textOf(events))
    expect(bytes).toBeLessThanOrEqual(256 * 1024)
    expect(bytes).toBeGreaterThan(250 * 1024)
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'notice',
        code: 'LENGTH_LIMIT',
        message: 'The answer reached its length limit and was cut off.',
      }),
    )
    await until(() => llm.closed.length === 1)
    const { messages } = await thread(user, chatId)
    expect(JSON.stringify(messages.at(-1)).length).toBeLessThan(300 * 1024)
  })
})
