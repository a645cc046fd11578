import { describe, expect, it } from 'vitest'
import { buildSolanaPayUrl } from '#src/features/payments/recharge/phone/solana-pay.ts'

const RECEIVER = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const REFERENCE = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'
const request = {
  payment_id: 'p1',
  order_id: 'o1',
  order_number: 'R261122-TV6PNE6R',
  receiver: RECEIVER,
  recentBlockhash: 'b',
  reference: REFERENCE,
}

describe('buildSolanaPayUrl', () => {
  it('asks for the exact amount with reference, label and order number', () => {
    expect(buildSolanaPayUrl(request, { amountSol: 0.29, label: 'Sol & Desk' })).toBe(
      `solana:${RECEIVER}?amount=0.29&reference=${REFERENCE}&label=Sol%20%26%20Desk&message=Order%20R261122-TV6PNE6R`,
    )
  })

  it.each([
    [1, '1'],
    [0.000000001, '0.000000001'],
    [1234.5, '1234.5'],
  ])('writes %d SOL as %s', (amountSol, amount) => {
    expect(buildSolanaPayUrl(request, { amountSol, label: 'x' })).toContain(`?amount=${amount}&`)
  })

  it('is null without a reference, by which the server would find the payment', () => {
    expect(
      buildSolanaPayUrl({ ...request, reference: null }, { amountSol: 1, label: 'x' }),
    ).toBeNull()
  })
})
