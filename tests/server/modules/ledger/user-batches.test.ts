import { describe, expect, it } from 'vitest'
import { createUserBatches } from '#server/modules/ledger/user-batches.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Batches as they are begun, each ended by hand. */
function stage(maxBatch: number) {
  type Outcomes = PromiseSettledResult<string>[]
  const begun: { batch: string; gate: PromiseWithResolvers<Outcomes> }[] = []
  const add = createUserBatches((userId, requests: string[]) => {
    const gate = Promise.withResolvers<Outcomes>()
    begun.push({ batch: `${userId}: ${requests.join(' ')}`, gate })
    return gate.promise
  }, maxBatch)
  return {
    add,
    batches: () => begun.map(({ batch }) => batch),
    end: async (index: number, ...values: string[]) => {
      begun[index]!.gate.resolve(values.map((value) => ({ status: 'fulfilled', value })))
      await turn()
    },
    gate: (index: number) => begun[index]!.gate,
  }
}

describe('createUserBatches', () => {
  it('starts at once and gathers what arrives meanwhile, in order', async () => {
    const { add, batches, end } = stage(3)
    const results = ['a', 'b', 'c', 'd', 'e'].map((request) => add('u', request))
    expect(batches()).toEqual(['u: a'])
    await end(0, 'A')
    expect(batches()).toEqual(['u: a', 'u: b c d'])
    await end(1, 'B', 'C', 'D')
    await end(2, 'E')
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('does not let one user wait for another', () => {
    const { add, batches } = stage(9)
    void add('u', 'a')
    void add('v', 'b')
    expect(batches()).toEqual(['u: a', 'v: b'])
  })

  it('gives each its own outcome and goes on after a failure', async () => {
    const { add, batches, gate, end } = stage(9)
    const first = add('u', 'a')
    const [second, third] = [add('u', 'b'), add('u', 'c')]
    gate(0).reject(new Error('all of it'))
    await expect(first).rejects.toThrow('all of it')
    await turn()
    gate(1).resolve([
      { status: 'rejected', reason: new Error('only b') },
      { status: 'fulfilled', value: 'C' },
    ])
    await expect(second).rejects.toThrow('only b')
    expect(await third).toBe('C')
    await turn()
    const fourth = add('u', 'd')
    expect(batches()).toEqual(['u: a', 'u: b c', 'u: d'])
    await end(2, 'D')
    expect(await fourth).toBe('D')
  })
})
