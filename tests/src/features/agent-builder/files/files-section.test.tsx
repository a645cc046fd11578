import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  addAgentFile,
  deleteAgentFile,
  listAgentFiles,
  type AgentFile,
} from '#contract/apps/agent-files.ts'
import { FilesSection } from '#src/features/agent-builder/files/files-section.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })

const createFile = (name: string, characters = 12): AgentFile => ({
  id: name,
  name,
  characters,
  added_at: '2026-11-24T07:30:00.000Z',
})

/** A server that stores the files of agents. Returns the calls that added one. */
const serve = (files: AgentFile[] = []) => {
  const added: unknown[] = []
  network.use(
    answer(listAgentFiles, () => success(files)),
    answer(addAgentFile, ({ params, body }) => {
      const { name, text } = body as { name: string; text: string }
      added.push({ agentId: params['id'], name, text })
      const file = createFile(name, text.length)
      const known = files.findIndex((one) => one.name === name)
      files.splice(known === -1 ? files.length : known, 1, file)
      return success(file)
    }),
    answer(deleteAgentFile, ({ params }) => {
      files.splice(
        files.findIndex(({ id }) => id === params['file_id']),
        1,
      )
      return success({ success: true })
    }),
  )
  return added
}

const show = (agentId: string | null, createAgent: () => Promise<string | null>) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <FilesSection agentId={agentId} createAgent={createAgent} />
    </QueryClientProvider>,
  )

const upload = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Files for the agent'), files, { applyAccept: false })

const never = async (): Promise<null> => {
  throw new Error('the agent exists')
}

describe('the files of an agent', () => {
  it('are listed, added and removed', async () => {
    const added = serve([createFile('a.md', 1_234)])
    show('one', never)
    expect(await screen.findByText('1,234 characters')).toBeInTheDocument()
    await upload(new File(['First'], 'b.txt'), new File(['Second'], 'c.csv'))
    expect(await screen.findByText('c.csv')).toBeInTheDocument()
    expect(added).toEqual([
      { agentId: 'one', name: 'b.txt', text: 'First' },
      { agentId: 'one', name: 'c.csv', text: 'Second' },
    ])
    expect(screen.getByText('Files (3)')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.md' }))
    await expect.poll(() => screen.queryByText('a.md')).toBeNull()
    expect(screen.getByRole('button', { name: 'Add files' })).toHaveFocus()
  })

  it('of a new agent put it on the server first, once', async () => {
    const added = serve()
    const created: string[] = []
    show(null, async () => {
      created.push('made')
      return 'made'
    })
    await upload(new File(['First'], 'b.txt'), new File(['Second'], 'c.txt'))
    await expect.poll(() => added).toHaveLength(2)
    expect(created).toEqual(['made'])
    expect(added).toMatchObject([{ agentId: 'made' }, { agentId: 'made' }])
  })

  it('are not sent while the agent cannot be put on the server', async () => {
    const added = serve()
    show(null, async () => null)
    await upload(new File(['First'], 'b.txt'))
    expect(await screen.findByRole('button', { name: 'Add files' })).toBeEnabled()
    expect(added).toEqual([])
  })

  it('say which file is no text, empty or too long, and add the others', async () => {
    const added = serve()
    show('one', never)
    await upload(
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff])], 'photo.png'),
      new File(['a\0b'], 'data.bin'),
      new File([' \n'], 'empty.txt'),
      new File(['x'.repeat(100_001)], 'long.txt'),
      new File(['x'.repeat(400_001)], 'huge.txt'),
      new File(['Fine'], 'fine.txt'),
    )
    const alert = await screen.findByRole('alert')
    for (const sentence of [
      'photo.png isn’t a text file. Use TXT, Markdown, CSV or JSON.',
      'data.bin isn’t a text file. Use TXT, Markdown, CSV or JSON.',
      'empty.txt is empty.',
      'long.txt is too long. Use at most 100,000 characters.',
      'huge.txt is too long. Use at most 100,000 characters.',
    ])
      expect(alert).toHaveTextContent(sentence)
    expect(added).toMatchObject([{ name: 'fine.txt' }])
  })

  it('repeat what the server says about a file that it refuses', async () => {
    serve()
    network.use(
      answer(addAgentFile, () =>
        failure('RATE_LIMITED', 'Your agents have 100 files. Remove one.'),
      ),
    )
    show('one', never)
    await upload(new File(['First'], 'b.txt'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'b.txt: Your agents have 100 files. Remove one.',
    )
  })

  it('can be replaced when there are ten', async () => {
    const added = serve(Array.from({ length: 10 }, (_, index) => createFile(`${index}.txt`)))
    show('one', never)
    await screen.findByText('Files (10)')
    expect(screen.getByRole('button', { name: 'Add files' })).toBeEnabled()
    await upload(new File(['Newer'], '3.txt'))
    await expect.poll(() => added).toMatchObject([{ name: '3.txt', text: 'Newer' }])
  })

  it('can be loaded again after a failure', async () => {
    network.use(answer(listAgentFiles, () => failure('DATABASE_UNAVAILABLE', 'Later')))
    show('one', never)
    await screen.findByText('We couldn’t load the files.')
    serve([createFile('a.md')])
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('a.md')).toBeInTheDocument()
  })
})
