import { expect, it } from 'vitest'
import { AgentDefinition } from '#contract/apps/agents.ts'

it.each([
  [{ name: 'x'.repeat(81) }, 'Use at most 80 characters'],
  [{ name: ' ' }, 'Give the agent a name'],
  [{ name: 'A', description: 'x'.repeat(501) }, 'Use at most 500 characters'],
  [{ name: 'A', instructions: 'x'.repeat(8_001) }, 'Use at most 8,000 characters'],
])('refuses an agent in plain words, case %#', (definition, message) => {
  const issues = AgentDefinition.safeParse(definition).error?.issues ?? []
  expect(issues.map((issue) => issue.message)).toEqual([message])
})
