import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as analysis from '#contract/analysis/analysis.ts'
import * as payments from '#contract/payments.ts'

const jsonSchemaOf = (body: z.ZodMiniType) =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })

describe('unchecked members', () => {
  it.each([
    [payments.createPayment, ['amount_lamports']],
    [payments.verifyPayment, ['payment_id', 'transaction_signature', 'order_id']],
    [analysis.startCaAnalysis, ['contract_address']],
    [analysis.startWalletFinder, ['contract_addresses']],
  ])('tell a caller of $name what to send', ({ body }, required) => {
    const schema = jsonSchemaOf(body)
    expect(schema.required).toEqual(required)
    for (const member of Object.values(schema.properties ?? {})) {
      expect(member).toHaveProperty('type')
    }
  })

  it('let any value through to the server’s own checks', () => {
    const odd = { contract_address: [5] }
    expect(z.parse(analysis.startCaAnalysis.body, odd)).toEqual(odd)
  })
})
