import { afterAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/lib/ids.ts'
import { deletePersonalRows } from '#server/modules/auth/personal-data/personal-tables.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { finderReport } from '#tests/mocks/finder-report.ts'
import { demoReport, keepFinderRun, keepRun } from '#tests/support/reports.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'

const report = demoReport()
const body = JSON.stringify(report)
const [best] = report.wallets

const server = await testServer({
  modules: (parts) => [openTools([testAnalysis(parts)], parts).routes],
})
afterAll(() => server.close())

const credit = ({ userId }: SignedIn) => server.grant(userId, 10_000_000n)

async function keepReport(user: SignedIn): Promise<string> {
  const { userId } = user
  const { transferId } = await credit(user)
  return keepRun(server.db, { userId, transferId, mint: report.mint, body })
}

const linkPath = (id: string) => `/analysis/reports/${id}/link`

async function share(user: SignedIn, id: string): Promise<string> {
  const made = await user.call<{ data: { token: string } }>('POST', linkPath(id), { body: {} })
  expect(made.status, made.text).toBe(200)
  return made.body.data.token
}

const statusOf = async (token: string) =>
  (await server.call('GET', `/analysis/shared/${token}`)).status

describe('a shared report', () => {
  it('is read with all its parts by someone without an account', async () => {
    const owner = await server.signIn()
    const earlier = await keepReport(owner)
    const id = await keepReport(owner)
    const token = await share(owner, id)
    expect(token).toMatch(/^[\w-]{43}$/)
    const texts: string[] = []
    for (const part of ['', '/wallets?limit=5', `/wallets/${best?.address}`, '/series']) {
      const answer = await server.call('GET', `/analysis/shared/${token}${part}`)
      expect(answer.status, answer.text).toBe(200)
      texts.push(answer.text)
    }
    expect(texts[0]).toContain(report.mint)
    expect(texts[1]).toContain(best?.address)
    for (const secret of [id, earlier, owner.userId, owner.wallet.address, owner.username, token]) {
      expect(texts.join(''), secret).not.toContain(secret)
    }
  })

  it('is not compared with other reports of its owner', async () => {
    const owner = await server.signIn()
    const earlier = await keepReport(owner)
    const token = await share(owner, await keepReport(owner))
    const { text } = await server.call(
      'GET',
      `/analysis/shared/${token}/wallets?since=${earlier}&changed=true`,
    )
    expect(text).not.toContain('rank_before')
  })

  it('is stored without its token', async () => {
    const owner = await server.signIn()
    const token = await share(owner, await keepReport(owner))
    const rows = await server.db.query('select * from report_link where user_id = $1', [
      owner.userId,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a shared search for wallets', () => {
  it('is read whole by someone without an account', async () => {
    const owner = await server.signIn()
    const { transferId } = await credit(owner)
    const id = await keepFinderRun(server.db, { userId: owner.userId, transferId })
    const token = await share(owner, id)
    const answer = await server.call('GET', `/analysis/shared/${token}/finder`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ data: { ...finderReport(), wallets_total: 0 } })
    for (const secret of [id, owner.userId, owner.wallet.address, owner.username, token]) {
      expect(answer.text, secret).not.toContain(secret)
    }
    expect(await statusOf(token)).toBe(409)
    expect((await owner.call('DELETE', `/analysis/reports/${id}`)).status).toBe(200)
    expect((await server.call('GET', `/analysis/shared/${token}/finder`)).status).toBe(404)
  })

  it('is not the report of one token', async () => {
    const owner = await server.signIn()
    const token = await share(owner, await keepReport(owner))
    expect((await server.call('GET', `/analysis/shared/${token}/finder`)).status).toBe(409)
  })
})

describe('a link', () => {
  it('ends when its owner removes it, replaces it or deletes the report', async () => {
    const owner = await server.signIn()
    const id = await keepReport(owner)
    const first = await share(owner, id)
    const second = await share(owner, id)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    const since = () => owner.call<{ data: { created_at: string | null } }>('GET', linkPath(id))
    expect((await since()).body.data.created_at).not.toBeNull()
    expect((await owner.call('DELETE', linkPath(id))).status).toBe(200)
    expect((await since()).body.data.created_at).toBeNull()
    expect(await statusOf(second)).toBe(404)
    const third = await share(owner, id)
    expect((await owner.call('DELETE', `/analysis/reports/${id}`)).status).toBe(200)
    expect(await statusOf(third)).toBe(404)
  })

  it('ends with the account', async () => {
    const owner = await server.signIn()
    const token = await share(owner, await keepReport(owner))
    await server.db.transaction((tx) => deletePersonalRows(tx, owner.userId))
    expect(await statusOf(token)).toBe(404)
  })

  it('is refused to a user with too many, with the time to wait', async () => {
    const owner = await server.signIn()
    const id = await keepReport(owner)
    await server.db.query(
      `insert into report_link (token_hash, user_id, report_id)
       select $1::text || n, $1::uuid, gen_random_uuid() from generate_series(1, 100) as n`,
      [owner.userId],
    )
    const refused = await owner.call('POST', linkPath(id), { body: {} })
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('You have 100 links')
  })

  it('is answered like an unknown one when it is wrong', async () => {
    expect(await statusOf('x'.repeat(43))).toBe(404)
    expect(await statusOf(uuidv7())).toBe(404)
  })
})
