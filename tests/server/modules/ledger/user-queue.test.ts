import { describe, expect, it } from 'vitest'
import { createUserQueue } from '#server/modules/ledger/user-queue.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Work that is told when to end, and a log of what has begun. */
function stage(width: number) {
  const inTurn = createUserQueue(width)
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    add: (user: string, name: string) => {
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      return inTurn(user, () => {
        begun.push(name)
        return gate.promise
      })
    },
    end: (name: string) => gates.get(name)?.resolve(),
    fail: (name: string) => gates.get(name)?.reject(new Error(name)),
  }
}

describe('createUserQueue', () => {
  it('lets the given number of one user run and the rest follow in order of arrival', async () => {
    const { add, begun, end } = stage(2)
    const all = ['a', 'b', 'c', 'd'].map((name) => add('u', name))
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await turn()
    expect(begun).toEqual(['a', 'b', 'c'])
    end('a')
    await turn()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    end('c')
    end('d')
    await Promise.all(all)
  })

  it('does not let one user wait for another', () => {
    const { add, begun } = stage(1)
    void add('u', 'a')
    void add('v', 'b')
    expect(begun).toEqual(['a', 'b'])
  })

  it('passes the place on when work fails, and the failure to its own caller only', async () => {
    const { add, begun, end, fail } = stage(1)
    const [a, b] = [add('u', 'a'), add('u', 'b')]
    fail('a')
    await expect(a).rejects.toThrow('a')
    await turn()
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await b
    const c = add('u', 'c')
    expect(begun).toEqual(['a', 'b', 'c'])
    end('c')
    await c
  })
})
