import { describe, expect, it } from 'vitest'
import { canBecome, statusesBefore } from '#server/modules/payments/order-transitions.ts'

describe('order transitions', () => {
  it('let a payment be credited from every status but PAID', () => {
    expect(statusesBefore('PAID').toSorted()).toEqual(['CANCELLED', 'EXPIRED', 'PENDING'])
  })

  it('cancel and expire only what is pending', () => {
    expect(statusesBefore('CANCELLED')).toEqual(['PENDING'])
    expect(statusesBefore('EXPIRED')).toEqual(['PENDING'])
  })

  it('never lead back to PENDING nor out of PAID', () => {
    expect(statusesBefore('PENDING')).toEqual([])
    expect(canBecome('PAID', 'CANCELLED')).toBe(false)
  })
})
