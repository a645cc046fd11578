import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listAgentFiles } from '#contract/apps/agent-files.ts'
import {
  createAgent,
  deleteAgent,
  draftAgent,
  listAgents,
  listAgentTools,
  updateAgent,
  type UserAgent,
} from '#contract/apps/agents.ts'
import { getAgentSchedule } from '#contract/apps/agent-schedules.ts'
import { listApps } from '#contract/apps/apps.ts'
import { AgentBuilder } from '#src/features/agent-builder/agent-builder.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

export const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })

export const TOOL = {
  name: 'explorer__holders',
  title: 'Largest holders',
  description: 'Who holds most of a token',
  writes: false,
  app: { id: 'explorer', name: 'Explorer' },
}

export const DRAFT = {
  name: 'Whale Watcher',
  description: 'Watches holders',
  instructions: 'Look at the holders.',
  logo: '🐋',
  suggested_questions: ['Who holds most?'],
  tools: ['explorer__holders'],
  engine: 'rules',
}

/** A server that keeps agents. */
export const serve = (agents: UserAgent[]) => {
  network.use(
    answer(listAgents, () => success(agents.filter((agent) => agent['is_preview'] !== true))),
    answer(listAgentTools, () => success([TOOL])),
    answer(listApps, () => success({ app_list: [], installed_apps: [] })),
    answer(draftAgent, () => success(DRAFT)),
    answer(getAgentSchedule, () => success({ schedule: null, points_per_run: 0 })),
    answer(listAgentFiles, () => success([])),
    answer(createAgent, ({ body }) => {
      const agent = { ...(body as UserAgent), id: `agent-${agents.length + 1}` }
      agents.push(agent)
      return success({ ...agent, agent_id: agent.id })
    }),
    answer(updateAgent, ({ body, params }) => {
      const index = agents.findIndex(({ id }) => id === params['id'])
      if (index === -1) return failure('NOT_FOUND', 'There is no such agent')
      const agent = { ...agents[index], ...(body as UserAgent), id: String(params['id']) }
      agents[index] = agent
      return success({ ...agent, agent_id: agent.id })
    }),
    answer(deleteAgent, ({ params }) => {
      const index = agents.findIndex(({ id }) => id === params['id'])
      agents.splice(index, 1)
      return { status: 'success' as const, data: { success: true } }
    }),
  )
  return agents
}

export const show = () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const rendered = render(
    <QueryClientProvider client={queries}>
      <AgentBuilder renderPreview={({ id, name }) => <p>{`Chat of ${id}, ${name}`}</p>} />
    </QueryClientProvider>,
  )
  return { ...rendered, queries }
}

export const choose = async (agent: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More actions for ${agent}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const draftIdea = async () => {
  await userEvent.type(await screen.findByLabelText('What should your agent do?'), 'Watch whales')
  await userEvent.click(screen.getByRole('button', { name: 'Draft my agent' }))
  await screen.findByDisplayValue('Whale Watcher')
}
