import { describe, expect, it } from 'vitest'
import { createUserBatches } from '#server/modules/ledger/user-batches.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const APART = 'apart'

/** Batches as they are begun, each ended by hand: a user's answers, or `APART` for one left to be done apart. */
function stage({ maxBatch = 9, lanes = 1 } = {}) {
  const begun: {
    batch: string
    gate: PromiseWithResolvers<(readonly string[] | undefined)[]>
  }[] = []
  const apart: { one: string; gate: PromiseWithResolvers<PromiseSettledResult<string>[]> }[] = []
  const add = createUserBatches<string, string>(
    {
      together: (batch) => {
        const gate = Promise.withResolvers<(readonly string[] | undefined)[]>()
        const text = batch.map(({ userId, requests }) => `${userId}: ${requests.join(' ')}`)
        begun.push({ batch: text.join(', '), gate })
        return gate.promise
      },
      apart: ({ userId, requests }) => {
        const gate = Promise.withResolvers<PromiseSettledResult<string>[]>()
        apart.push({ one: `${userId}: ${requests.join(' ')}`, gate })
        return gate.promise
      },
    },
    { maxBatch, lanes },
  )
  return {
    add,
    batches: () => begun.map(({ batch }) => batch),
    apart,
    end: async (index: number, ...answers: string[]) => {
      begun[index]!.gate.resolve(
        answers.map((answer) => (answer === APART ? undefined : answer.split(' '))),
      )
      await turn()
    },
    gate: (index: number) => begun[index]!.gate,
  }
}

describe('createUserBatches', () => {
  it('starts at once and gathers what arrives meanwhile, in order', async () => {
    const { add, batches, end } = stage({ maxBatch: 3 })
    const results = ['a', 'b', 'c', 'd', 'e'].map((request) => add('u', request))
    expect(batches()).toEqual(['u: a'])
    await end(0, 'A')
    expect(batches()).toEqual(['u: a', 'u: b c d'])
    await end(1, 'B C D')
    await end(2, 'E')
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('puts users together, the one that has waited longest first, and gives each its own answers', async () => {
    const { add, batches, end } = stage({ maxBatch: 3 })
    const calls = ['u a', 'v b', 'w c', 'v d', 'x e'].map((call) => call.split(' '))
    const results = calls.map(([user, request]) => add(user!, request!))
    await end(0, 'A')
    expect(batches()[1]).toBe('v: b d, w: c')
    await end(1, 'B D', 'C')
    await end(2, 'E')
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('never has one user in two batches at once', async () => {
    const { add, batches, end } = stage({ lanes: 2 })
    for (const request of ['a', 'b']) void add('u', request)
    void add('v', 'c')
    void add('u', 'd')
    expect(batches()).toEqual(['u: a', 'v: c'])
    await end(1, 'C')
    expect(batches()).toHaveLength(2)
    await end(0, 'A')
    expect(batches()[2]).toBe('u: b d')
  })

  it('does apart what is left out, while others go on', async () => {
    const { add, batches, apart, end } = stage()
    const first = add('u', 'a')
    const [second, third, other] = [add('u', 'b'), add('u', 'c'), add('v', 'd')]
    await end(0, APART)
    apart[0]!.gate.resolve([{ status: 'rejected', reason: new Error('only a') }])
    await expect(first).rejects.toThrow('only a')
    await end(1, 'D')
    expect(await other).toBe('D')
    expect(batches().slice(1)).toEqual(['v: d', 'u: b c'])
    await end(2, APART)
    apart[1]!.gate.resolve([
      { status: 'fulfilled', value: 'B' },
      { status: 'fulfilled', value: 'C' },
    ])
    expect(await Promise.all([second, third])).toEqual(['B', 'C'])
  })

  it('fails a batch whole and goes on with the next', async () => {
    const { add, gate, end } = stage()
    const first = add('u', 'a')
    const [second, third] = [add('u', 'b'), add('v', 'c')]
    gate(0).reject(new Error('all of it'))
    await expect(first).rejects.toThrow('all of it')
    await turn()
    gate(1).reject(new Error('again'))
    await expect(second).rejects.toThrow('again')
    await expect(third).rejects.toThrow('again')
    await turn()
    const fourth = add('u', 'd')
    await end(2, 'D')
    expect(await fourth).toBe('D')
  })
})
