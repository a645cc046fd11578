import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { ROOT, getShownThread, type Choices } from '#src/features/chat/thread/thread.ts'
import { message } from '#tests/src/features/chat/scripted-chat.ts'

const thread = (messages: ChatMessage[], chosen: Choices = {}, top = ROOT) =>
  getShownThread({ messages, chosen, top })

const ids = (rows: ReturnType<typeof getShownThread>) => rows.map((row) => row.message.id)

describe('the thread shown of a tree of messages', () => {
  const tree = [
    message('u1', null, ''),
    message('a1', 'u1', ''),
    message('a2', 'u1', ''),
    message('u2', 'a1', ''),
    message('u3', 'a2', ''),
    message('u1b', null, ''),
  ]

  it('follows the newest versions', () => {
    expect(ids(thread(tree))).toEqual(['u1b'])
  })

  it('follows the chosen versions and counts them', () => {
    const rows = thread(tree, { root: 'u1', u1: 'a1' })
    expect(ids(rows)).toEqual(['u1', 'a1', 'u2'])
    expect(rows.map(({ versions }) => versions)).toEqual([['u1', 'u1b'], ['a1', 'a2'], ['u2']])
  })

  it('falls back to the newest version when the chosen one is gone', () => {
    expect(ids(thread(tree.slice(0, 5), { u1: 'gone' }))).toEqual(['u1', 'a2', 'u3'])
  })

  it('follows the newest message when an older version goes on', () => {
    expect(ids(thread([...tree, message('a3', 'u2', '')]))).toEqual(['u1', 'a1', 'u2', 'a3'])
  })

  it('begins at the first loaded message and counts versions that are not loaded', () => {
    const end = [message('u9', 'a8', ''), message('a9', 'u9', '', { versions: ['a9b', 'a9'] })]
    const rows = thread(end, {}, 'a8')
    expect(ids(rows)).toEqual(['u9', 'a9'])
    expect(rows[1]?.versions).toEqual(['a9b', 'a9'])
    const edited = [...end, message('u9c', 'a8', '')]
    expect(ids(thread(edited, { a8: 'u9' }, 'a8'))).toEqual(['u9', 'a9'])
    expect(ids(thread(edited, {}, 'a8'))).toEqual(['u9c'])
  })

  it('ends for every tree, circles included, and shows no message twice', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const any = fc.uniqueArray(fc.record({ id, parent: fc.option(id) }), {
      selector: (one) => one.id,
    })
    fc.assert(
      fc.property(any, (nodes) => {
        const rows = thread(nodes.map((node) => message(node.id, node.parent, '')))
        expect(new Set(ids(rows)).size).toBe(rows.length)
      }),
    )
  })
})
