import { expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createAppTools } from '#server/modules/apps/app-tools.ts'
import type { AppCalls } from '#server/modules/apps/connections/app-calls.ts'

const inputSchema = { type: 'object' }
const tool = (name: string, title: string | null = null) => ({
  name,
  title,
  description: 'Reads something.',
  inputSchema,
  outputSchema: null,
})
const app = {
  id: 'bank',
  name: 'Bank',
  auditStatus: 'approved',
  installedAt: new Date(0),
  ownerId: null,
  pin: 'pin',
  tools: [tool('get_balance'), tool('v2__get_balance'), tool('get_rate', 'Rate of exchange')],
  writingTools: [],
  toolChoices: {},
  suggestedQuestions: null,
}

it('titles a tool by its whole name, unless its server gives it a title', async () => {
  const tools = createAppTools({
    db: { query: async () => [app] } as unknown as Database,
    calls: {} as AppCalls,
    allowsUserApps: true,
  })
  const titles = (await tools.listAll('user')).map(({ title }) => title)
  expect(titles).toEqual(['Get balance', 'V2 get balance', 'Rate of exchange'])
})
