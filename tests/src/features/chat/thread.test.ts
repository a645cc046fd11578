import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownThread } from '#src/features/chat/thread.ts'
import { message } from './scripted-chat.ts'

const ids = (rows: ReturnType<typeof shownThread>) => rows.map((row) => row.message.id)

describe('the thread shown of a tree of messages', () => {
  const tree = [
    message('u1', null, ''),
    message('a1', 'u1', ''),
    message('a2', 'u1', ''),
    message('u2', 'a1', ''),
    message('u3', 'a2', ''),
    message('u1b', null, ''),
  ]

  it('goes along the newest versions', () => {
    expect(ids(shownThread(tree, {}))).toEqual(['u1b'])
  })

  it('goes along the chosen versions and counts them', () => {
    const rows = shownThread(tree, { root: 'u1', u1: 'a1' })
    expect(ids(rows)).toEqual(['u1', 'a1', 'u2'])
    expect(rows.map(({ versions }) => versions)).toEqual([['u1', 'u1b'], ['a1', 'a2'], ['u2']])
  })

  it('falls back to the newest version when the chosen one is gone', () => {
    expect(ids(shownThread(tree.slice(0, 5), { u1: 'gone' }))).toEqual(['u1', 'a2', 'u3'])
  })

  it('ends for every tree, circles included, and shows no message twice', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const any = fc.uniqueArray(fc.record({ id, parent: fc.option(id) }), {
      selector: (one) => one.id,
    })
    fc.assert(
      fc.property(any, (nodes) => {
        const rows = shownThread(
          nodes.map((node) => message(node.id, node.parent, '')),
          {},
        )
        expect(new Set(ids(rows)).size).toBe(rows.length)
      }),
    )
  })
})
