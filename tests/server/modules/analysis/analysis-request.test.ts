import { expect, it } from 'vitest'
import { lookUpOneOfSeveral } from '#server/modules/analysis/analysis-request.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

it('names the one of several addresses that the chain does not know', async () => {
  const rpc = { getAccountInfo: async () => null }
  const address = addressOf('nobody knows this')
  await expect(lookUpOneOfSeveral(rpc, address)).rejects.toMatchObject({
    code: 'ADDRESS_UNKNOWN',
    message: `${address.slice(0, 4)}…${address.slice(-4)}: The chain knows nothing at this address`,
  })
})
