import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { addAgentFile, listAgentFiles, type AgentFile } from '#contract/apps/agent-files.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import {
  choose,
  draftIdea,
  serve,
  show,
  success,
} from '#tests/src/features/agent-builder/builder-desk.tsx'

describe('an agent in the builder', () => {
  it('keeps the files that were added before it is saved', async () => {
    const agents = serve([])
    const added: unknown[] = []
    network.use(
      answer(addAgentFile, ({ params, body }) => {
        added.push(params['id'])
        const { name } = body as { name: string }
        return success({ id: 'file', name, characters: 1, added_at: '2026-11-24T07:30:00.000Z' })
      }),
    )
    show()
    await draftIdea()
    const file = new File(['28 days a year'], 'holidays.txt')
    await userEvent.upload(screen.getByLabelText('Files for the agent'), file)
    await expect.poll(() => added).toEqual(['agent-1'])
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    await screen.findByRole('button', { name: 'More actions for Whale Watcher' })
    expect(agents).toMatchObject([{ id: 'agent-1', is_preview: false }])
  })

  it('lets a preview of a saved agent quote the files of that agent', async () => {
    const agents = serve([{ id: 'one', name: 'One', description: '' }])
    show()
    await choose('One', 'Edit')
    await userEvent.click(screen.getByRole('button', { name: 'Try it' }))
    await screen.findByText('Chat of agent-2, One')
    expect(agents[1]).toMatchObject({ is_preview: true, preview_of: 'one' })
  })

  it('says so when the files of a draft have expired, instead of saving without them', async () => {
    const agents = serve([])
    const files: AgentFile[] = []
    network.use(
      answer(listAgentFiles, () => success(files)),
      answer(addAgentFile, () => {
        files.push({
          id: 'file',
          name: 'a.txt',
          characters: 1,
          added_at: '2026-11-24T07:30:00.000Z',
        })
        return success(files[0])
      }),
    )
    show()
    await draftIdea()
    await userEvent.upload(screen.getByLabelText('Files for the agent'), new File(['A'], 'a.txt'))
    await screen.findByText('a.txt')
    agents.length = 0
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    expect(await screen.findByText(/The files of this draft expired/)).toBeInTheDocument()
    expect(agents).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Save agent' }))
    await expect.poll(() => agents).toMatchObject([{ is_preview: false }])
  })
})
