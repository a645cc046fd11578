import { describe, expect, it } from 'vitest'
import {
  buildStatusCondition,
  getStatusAfter,
  TRANSITIONS,
} from '#server/modules/payments/orders/order-transitions.ts'

describe('order transitions', () => {
  it('let a payment be credited from every status but PAID', () => {
    expect(TRANSITIONS.pay.from.toSorted()).toEqual(['CANCELLED', 'EXPIRED', 'PENDING'])
    expect(buildStatusCondition('pay')).toBe(`status in ('PENDING', 'CANCELLED', 'EXPIRED')`)
    expect(getStatusAfter('pay')).toBe(`'PAID'`)
  })

  it('cancel and expire only what is pending', () => {
    expect(TRANSITIONS.cancel.from).toEqual(['PENDING'])
    expect(TRANSITIONS.expire.from).toEqual(['PENDING'])
  })

  it('never lead back to PENDING, and out of PAID only by a reversal', () => {
    const all = Object.entries(TRANSITIONS)
    expect(all.map(([, { to }]) => to)).not.toContain('PENDING')
    const outOfPaid = all.filter(([, { from }]) => (from as readonly string[]).includes('PAID'))
    expect(outOfPaid.map(([event]) => event)).toEqual(['reverse'])
  })
})
