import { expect, it } from 'vitest'
import { findApprovalReason } from '#server/modules/chat/tools/approval.ts'
import { productTools } from '#tests/support/product-tools.ts'

it('asks before all alerts are deleted, even if the user typed the command', async () => {
  const tool = (await productTools()).find(({ name }) => name === 'delete_price_alert')
  if (tool === undefined) throw new Error('There is no such tool')
  const typed = { tool, origin: 'user', foreignApps: new Set<string>() } as const
  expect(findApprovalReason({ ...typed, args: { token: 'all' } })).toContain('changes something')
  expect(findApprovalReason({ ...typed, args: { token: 'BONK' } })).toBeNull()
})
