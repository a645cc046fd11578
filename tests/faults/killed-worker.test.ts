import { afterAll, describe, expect, it, vi } from 'vitest'
import { workerKills } from '#tests/support/worker-kills.ts'

vi.setConfig({ testTimeout: 90_000 })

const kills = await workerKills()
afterAll(() => kills.close())

describe('a worker process that is killed in the middle of a paid run', () => {
  it.each([1, 3])(
    'is replaced by another after statement %i, and the run costs once',
    async (steps) => {
      const round = await kills.round(steps)
      expect(round).toEqual({ wasKilled: true, status: 'done', text: 'one two three', points: 8n })
      expect(await kills.ledger.check()).toEqual([])
    },
  )

  it('leaves a failing run refunded once', async () => {
    const round = await kills.round(2, 'one fail')
    expect(round).toMatchObject({ wasKilled: true, status: 'failed', points: 10n })
    expect(await kills.ledger.check()).toEqual([])
  })
})
