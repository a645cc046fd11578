import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createAgent, draftAgent, listAgentTools } from '#contract/apps/agents.ts'
import { listApps } from '#contract/apps/apps.ts'
import { scheduleAgent, type AgentSchedule } from '#contract/apps/agent-schedules.ts'
import { desktopChatActions } from '#src/app/chat-actions.ts'
import { editedAgent } from '#src/features/agent-builder/editor/edited-agent.ts'
import { BUILT_IN_APPS } from '#src/app/app-registry.ts'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { APPS_KEY } from '#src/platform/apps/app-list-changes.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { choose, DRAFT, draftIdea, serve, show, success, TOOL } from './builder-desk.tsx'

describe('the Agent Builder', () => {
  it('makes a draft of an idea, says who wrote it, and saves it', async () => {
    const agents = serve([])
    show()
    expect(await screen.findByText('No agents yet')).toBeInTheDocument()
    await draftIdea()
    // Also said where a configured model gave nothing that can be read.
    expect(screen.getByText(/made without an AI model/)).toBeInTheDocument()
    expect(await screen.findByRole('checkbox', { name: /Largest holders/ })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    expect(
      await screen.findByRole('button', { name: 'More actions for Whale Watcher' }),
    ).toBeInTheDocument()
    expect(agents).toMatchObject([{ name: 'Whale Watcher', tools: ['explorer__holders'] }])
  })

  it('fills in the idea of a chat once, before or after it opens', async () => {
    serve([])
    await desktopChatActions.run({ kind: 'build_agent', idea: 'watches whales' })
    show()
    const field = await screen.findByLabelText('What should your agent do?')
    await waitFor(() => expect(field).toHaveValue('watches whales'))
    await userEvent.clear(field)
    expect(field).toHaveValue('')
    await desktopChatActions.run({ kind: 'build_agent', idea: 'sums up news' })
    await waitFor(() => expect(field).toHaveValue('sums up news'))
  })

  it('opens the schedule that the idea asked for once the agent is saved, and lists its next run', async () => {
    const agents = serve([])
    network.use(
      answer(scheduleAgent, ({ body, params }) => {
        const { schedule: chosen } = body as { schedule: AgentSchedule }
        const id = String(params['id'])
        const nextAt = '2026-11-24T07:30:00.000Z'
        agents.splice(0, 1, { ...DRAFT, id, next_run_at: nextAt })
        const state = { next_at: nextAt, points_spent: 0, stopped_because: null, last: null }
        return success({ schedule: { ...chosen, ...state }, points_per_run: 0 })
      }),
    )
    show()
    const idea = 'Every morning at 7:30, tell me the largest holders of COMET'
    await userEvent.type(await screen.findByLabelText('What should your agent do?'), idea)
    await userEvent.click(screen.getByRole('button', { name: 'Draft my agent' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save agent' }))
    expect(await screen.findByLabelText('Run by itself')).toHaveValue('daily')
    expect(screen.getByLabelText('Question')).toHaveValue('Tell me the largest holders of COMET')
    expect(agents).toMatchObject([{ id: 'agent-1', name: 'Whale Watcher' }])
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(/^Next run Nov 24/)).toBeInTheDocument()
  })

  it('lets an agent be tried before it is saved, and forgets it when it is discarded', async () => {
    const agents = serve([])
    show()
    await draftIdea()
    await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
    expect(await screen.findByText('Chat of agent-1, Whale Watcher')).toBeInTheDocument()
    expect(agents).toMatchObject([{ id: 'agent-1', is_preview: true }])
    await userEvent.click(screen.getByRole('button', { name: 'My agents' }))
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await expect.poll(() => agents).toEqual([])
  })

  it('tries changes on the same agent and keeps it when it is saved', async () => {
    const agents = serve([])
    show()
    await draftIdea()
    await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
    await screen.findByText('Chat of agent-1, Whale Watcher')
    await userEvent.type(screen.getByLabelText('Name'), ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Try changes' }))
    expect(await screen.findByText('Chat of agent-1, Whale Watcher 2')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    await screen.findByRole('button', { name: 'More actions for Whale Watcher 2' })
    expect(agents).toMatchObject([{ name: 'Whale Watcher 2', is_preview: false }])
  })

  it.each(['Save agent', 'Try changes'])(
    'makes the agent anew at “%s” when the server has deleted its preview',
    async (button) => {
      const agents = serve([])
      show()
      await draftIdea()
      await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
      await screen.findByText('Chat of agent-1, Whale Watcher')
      agents.splice(0, 1, { id: 'other', name: 'Other', description: '' })
      await userEvent.type(screen.getByLabelText('Name'), ' 2')
      await userEvent.click(screen.getByRole('button', { name: button }))
      const isPreview = button === 'Try changes'
      const saved = { id: 'agent-2', name: 'Whale Watcher 2', is_preview: isPreview }
      await expect.poll(() => agents).toMatchObject([{ id: 'other' }, saved])
      if (isPreview) await screen.findByText('Chat of agent-2, Whale Watcher 2')
      else await screen.findByRole('button', { name: 'More actions for Whale Watcher 2' })
    },
  )

  it('leaves a saved agent as it is while changes are tried, and when they are discarded', async () => {
    const agents = serve([{ id: 'one', name: 'One', description: '' }])
    show()
    await choose('One', 'Edit')
    await userEvent.type(screen.getByLabelText('Name'), ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
    expect(await screen.findByText('Chat of agent-2, One 2')).toBeInTheDocument()
    expect(agents[0]).toMatchObject({ id: 'one', name: 'One' })
    await userEvent.click(screen.getByRole('button', { name: 'My agents' }))
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await expect.poll(() => agents).toEqual([{ id: 'one', name: 'One', description: '' }])
  })

  it('saves tried changes to the agent they belong to', async () => {
    const agents = serve([{ id: 'one', name: 'One', description: '' }])
    show()
    await choose('One', 'Edit')
    await userEvent.type(screen.getByLabelText('Name'), ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
    await screen.findByText('Chat of agent-2, One 2')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('button', { name: 'More actions for One 2' })
    await expect.poll(() => agents).toMatchObject([{ id: 'one', name: 'One 2' }])
  })

  it('asks before it discards an untouched draft', async () => {
    serve([])
    show()
    await draftIdea()
    await userEvent.click(screen.getByRole('button', { name: 'My agents' }))
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText('Name')).toHaveValue('Whale Watcher')
  })

  it('shows the edit again when its window is reopened', async () => {
    serve([])
    const { unmount } = show()
    await draftIdea()
    await userEvent.type(screen.getByLabelText('Name'), ' 2')
    unmount()
    show()
    expect(screen.getByLabelText('Name')).toHaveValue('Whale Watcher 2')
  })

  it('shows the missing fields, and keeps the text when the server refuses', async () => {
    serve([])
    network.use(answer(createAgent, () => failure('CONFLICT', 'You have 100 agents')))
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Start from scratch' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    expect(await screen.findByText('Give the agent a name.')).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Name'), 'Mine')
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    expect(await screen.findByText('You have 100 agents')).toBeInTheDocument()
    expect(screen.getByLabelText('Name')).toHaveValue('Mine')
  })

  it('keeps an idea that was refused, and takes it again when the server’s time is over', async () => {
    serve([])
    network.use(
      answer(draftAgent, () => {
        const refused = failure('RATE_LIMITED', 'Too many drafts.')
        refused.headers.set('Retry-After', '1')
        return refused
      }),
    )
    show()
    const idea = await screen.findByLabelText('What should your agent do?')
    await userEvent.type(idea, 'Watch whales')
    await userEvent.click(screen.getByRole('button', { name: 'Draft my agent' }))
    expect(await screen.findByText('Too many drafts. Try again in 1 second.')).toBeInTheDocument()
    expect(idea).toHaveValue('Watch whales')
    const button = screen.getByRole('button', { name: 'Draft my agent' })
    expect(button).toBeDisabled()
    await expect.poll(() => button.hasAttribute('disabled'), { timeout: 3_000 }).toBe(false)
  })

  it('leads from a template to the app that it needs, until that is installed', async () => {
    const app = { id: 'token-facts', name: 'Token Facts' }
    const installed: (typeof app)[] = []
    serve([])
    network.use(
      answer(listApps, () => success({ app_list: [app], installed_apps: [...installed] })),
    )
    setAppRegistry(BUILT_IN_APPS)
    const { queries } = show()
    await userEvent.click(await screen.findByRole('button', { name: /^Token Guard/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Token Facts' }))
    expect(windows.findByPath('/app-store?app=token-facts')).toBeDefined()
    installed.push(app)
    await queries.invalidateQueries({ queryKey: APPS_KEY })
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Token Facts' })).not.toBeInTheDocument(),
    )
  })

  it('reads the tools again when an app is installed', async () => {
    const { queries } = (serve([]), show())
    await userEvent.click(await screen.findByRole('button', { name: /^Token Guard/ }))
    expect(await screen.findByText('Token facts: get token facts')).toBeInTheDocument()
    const tool = { ...TOOL, name: 'token-facts__get_token_facts', title: 'Facts of a token' }
    network.use(answer(listAgentTools, () => success([tool])))
    await queries.invalidateQueries({ queryKey: APPS_KEY })
    expect(await screen.findByRole('checkbox', { name: /Facts of a token/ })).toBeChecked()
  })

  it('names a tool whose app is not installed by its words', async () => {
    serve([{ ...DRAFT, id: 'agent-1', tools: ['notes__save_note'] }])
    show()
    await choose('Whale Watcher', 'Edit')
    expect(await screen.findByText('Notes: save note')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Notes: save note' }))
    expect(screen.queryByText('Notes: save note')).not.toBeInTheDocument()
  })

  it('shows the user’s agents above the templates', async () => {
    serve([{ ...DRAFT, id: 'agent-1' }])
    show()
    const row = await screen.findByRole('button', { name: 'More actions for Whale Watcher' })
    const gallery = screen.getByRole('region', { name: 'Templates' })
    expect(row.compareDocumentPosition(gallery)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('duplicates and deletes after a question', async () => {
    const agents = serve([{ id: 'one', name: 'One', description: '' }])
    show()
    expect(await screen.findByText('Custom agent: One')).toBeInTheDocument()
    await choose('One', 'Duplicate')
    expect(screen.getByLabelText('Name')).toHaveValue('One (copy)')
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    await screen.findByRole('button', { name: 'More actions for One (copy)' })
    await choose('One', 'Delete')
    const question = screen.getByRole('alertdialog', { name: 'Delete One?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Delete agent' }))
    await expect.poll(() => agents.map(({ name }) => name)).toEqual(['One (copy)'])
  })

  it('says that an idea is missing, and that a draft failed', async () => {
    serve([])
    network.use(answer(draftAgent, () => failure('RATE_LIMITED', 'Too many drafts')))
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Draft my agent' }))
    expect(screen.getByText('Describe your idea first.')).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('What should your agent do?'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Draft my agent' }))
    expect(await screen.findByText(/^Too many drafts/)).toBeInTheDocument()
    expect(screen.getByLabelText('What should your agent do?')).toHaveValue('x')
  })

  it('continues with the text typed before the session expired', async () => {
    const user = { id: 'ada', username: 'ada' }
    authStore.setState({ status: 'authenticated', user })
    serve([])
    const { unmount } = show()
    await draftIdea()
    await userEvent.type(screen.getByLabelText('Name'), ' of Ada')
    authStore.setState({ status: 'unauthenticated', user: null })
    unmount()
    // As after a reload, which keeps no memory.
    editedAgent.setState({ edited: null })

    authStore.setState({ status: 'authenticated', user })
    const again = show()
    expect(await screen.findByDisplayValue('Whale Watcher of Ada')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'My agents' }))
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    again.unmount()
    show()
    expect(await screen.findByText('No agents yet')).toBeInTheDocument()
    authStore.setState({ status: 'unauthenticated', user: null })
  })
})
