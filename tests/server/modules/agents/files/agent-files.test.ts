import { afterAll, describe, expect, it } from 'vitest'
import { textOf } from '#tests/server/modules/chat/chat-desk.ts'
import { filesDesk } from './files-desk.ts'

const desk = await filesDesk()
afterAll(() => desk.close())
const { user, createAgent, add, list } = desk
const stranger = await desk.server.signIn()
const ask = async (agentId: string, question: string, who = user): Promise<string> =>
  textOf((await desk.ask(agentId, question, who)).events)

const HANDBOOK = `# Holidays

Everyone has 28 days of holiday a year. Unused days expire in March.

# Refunds

Customers get a refund within 14 days of a purchase.`

describe('files of an agent', () => {
  it('are added, listed by name, replaced and removed', async () => {
    const id = await createAgent({ name: 'Files' })
    expect((await add(id, 'b.txt', 'Second')).status).toBe(200)
    await add(id, 'a.txt', 'First')
    await add(id, 'b.txt', 'Second, but longer')
    const files = await list(id)
    expect(files).toMatchObject([
      { name: 'a.txt', characters: 5 },
      { name: 'b.txt', characters: 18 },
    ])
    const [first] = files
    const path = `/apps/agents/${id}/files/${first?.id}`
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    expect((await user.call('DELETE', path)).status).toBe(200)
    expect((await user.call('DELETE', path)).status).toBe(404)
    expect((await list(id)).map(({ name }) => name)).toEqual(['b.txt'])
  })

  it('cannot be removed by way of another agent', async () => {
    const [id, other] = [await createAgent({ name: 'One' }), await createAgent({ name: 'Other' })]
    const file = (await add(id, 'a.txt', 'First')).body.data
    const foreign = await createAgent({ name: 'Mine' }, stranger)
    expect((await user.call('DELETE', `/apps/agents/${other}/files/${file.id}`)).status).toBe(404)
    const path = `/apps/agents/${foreign}/files/${file.id}`
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    expect(await list(id)).toHaveLength(1)
  })

  it.each([
    ['an empty file', { name: 'a.txt', text: '' }],
    ['a file of invisible characters', { name: 'a.txt', text: '\u200b\ufeff \n' }],
    ['a file without a name', { name: ' \u200b', text: 'x' }],
    ['a file that is too long', { name: 'a.txt', text: 'x'.repeat(100_001) }],
  ])('refuse %s', async (_, body) => {
    const id = await createAgent({ name: 'Refusing' })
    const { status } = await user.call('POST', `/apps/agents/${id}/files`, { body })
    expect(status).toBe(400)
    expect(await list(id)).toEqual([])
  })

  it('are at most 10, and the eleventh says so', async () => {
    const id = await createAgent({ name: 'Full' })
    const added = await Promise.all(
      Array.from({ length: 11 }, (_, index) => add(id, `${index}.txt`, 'Text')),
    )
    expect(added.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = added.find(({ status }) => status !== 200)
    expect(refused?.body).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('This agent has 10 files. Remove one first'),
    })
    expect((await add(id, (await list(id))[0]?.name ?? '', 'Replaced')).status).toBe(200)
  })

  it('go with their agent', async () => {
    const id = await createAgent({ name: 'Gone' })
    await add(id, 'gone.txt', 'Some text')
    await user.call('DELETE', `/apps/agents/${id}`)
    const rows = await desk.server.db.query(
      `select 1 from agent_file f full join agent_file_passage p on p.file_id = f.id
       where f.name = 'gone.txt'`,
    )
    expect(rows).toEqual([])
  })
})

describe('a chat with an agent that has files', () => {
  it('quotes them without a model', async () => {
    const id = await createAgent({ name: 'Handbook' })
    await add(id, 'handbook.md', HANDBOOK)
    const answer = await ask(id, 'how many days of holiday do we have a year?')
    expect(answer).toContain('`handbook.md`')
    expect(answer).toContain('> Everyone has 28 days of holiday a year.')
  })

  it.each(['Search the files for refunds', '/search_files refunds'])(
    'searches them at the request “%s”',
    async (request) => {
      const id = await createAgent({ name: 'Handbook' })
      await add(id, 'handbook.md', HANDBOOK)
      expect(await ask(id, request)).toContain('> Customers get a refund within 14 days')
    },
  )

  it('still answers questions that they do not cover', async () => {
    const id = await createAgent({ name: 'Handbook' })
    await add(id, 'handbook.md', HANDBOOK)
    const answer = await ask(id, 'which volcano erupted yesterday in iceland?')
    expect(answer).not.toContain('handbook.md')
    expect(answer).toContain('I can’t answer that yet.')
  })

  it('keeps the files of one user from another', async () => {
    const id = await createAgent({ name: 'Handbook' })
    await add(id, 'handbook.md', HANDBOOK)
    const foreign = await createAgent({ name: 'Handbook' }, stranger)
    expect(await ask(foreign, 'how many days of holiday a year?', stranger)).not.toContain('28')
    const taken = await stranger.call('POST', '/apps/create_agent', {
      body: { name: 'Taken', is_preview: true, preview_of: id },
    })
    expect(taken.status).toBe(404)
  })

  it('quotes them in a preview of the saved agent', async () => {
    const id = await createAgent({ name: 'Handbook' })
    await add(id, 'handbook.md', HANDBOOK)
    const preview = await createAgent({ name: 'Tried', is_preview: true, preview_of: id })
    expect(await ask(preview, 'how many days of holiday a year?')).toContain('28 days')
  })

  it('quotes Markdown as it is written', async () => {
    const id = await createAgent({ name: 'Quoting' })
    await add(
      id,
      'a_b.md',
      'Call <img src=x> `get_price` for *prices* of [tokens](https://evil.example).',
    )
    const answer = await ask(id, 'get price of tokens call')
    expect(answer).toContain(
      '> Call \\<img src=x\\> \\`get\\_price\\` for \\*prices\\* of \\[tokens\\](https://evil.example).',
    )
  })

  it('keeps the lines of a passage apart, and shows no heading or list', async () => {
    const id = await createAgent({ name: 'Lines' })
    await add(id, 'trades.csv', 'symbol,side,venue\nCOMET,buy,harbor\nTOLL,sell,harbor')
    expect(await ask(id, 'comet venue harbor')).toContain(
      '> symbol,side,venue  \n> COMET,buy,harbor  \n> TOLL,sell,harbor',
    )
    await add(id, 'rules.md', '# Voting quorum\n\n- Ten votes\n1. Ballots')
    expect(await ask(id, 'voting quorum')).toContain(
      '> \\# Voting quorum\n> \n> \\- Ten votes  \n> 1\\. Ballots',
    )
  })

  it('finds a word in another form, and Chinese text', async () => {
    const id = await createAgent({ name: 'Forms' })
    await add(id, 'policy.txt', 'Our cancellation policies cover late arrivals.')
    await add(id, '假期.txt', '员工每年有二十八天假期。')
    expect(await ask(id, 'cancellation policy for a late arrival?')).toContain(
      'cover late arrivals',
    )
    expect(await ask(id, '每年有多少天假期')).toContain('二十八天')
  })
})
