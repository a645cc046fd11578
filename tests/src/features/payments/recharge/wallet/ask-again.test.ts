import { expect, it } from 'vitest'
import { ASK_AGAIN } from '#src/features/payments/recharge/wallet/ask-again.ts'

it('waits longer after each failure, and starts over after a success', () => {
  const query = { state: { status: 'pending', errorUpdateCount: 0 } }
  const fail = () => {
    query.state = { status: 'error', errorUpdateCount: query.state.errorUpdateCount + 1 }
    return ASK_AGAIN.refetchInterval(query)
  }
  expect([fail(), fail(), fail()]).toEqual([2_000, 4_000, 8_000])
  query.state = { ...query.state, status: 'success' }
  expect(ASK_AGAIN.refetchInterval(query)).toBe(false)
  expect(fail()).toBe(2_000)
  for (let failure = 0; failure < 10; failure += 1) fail()
  expect(fail()).toBe(60_000)
})
