import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { scriptedMcp } from '#tests/server/modules/apps/scripted-mcp.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runAdminHere } from '#tests/support/admin.ts'
import { temporaryFolder } from '#tests/support/product.ts'

vi.setConfig({ testTimeout: 90_000 })

const { folder, remove } = temporaryFolder()
const database = await testDatabase()
const mcp = await scriptedMcp([
  { name: 'get_thing', description: 'Gets a thing' },
  { name: 'send' },
])
afterAll(async () => {
  await mcp.close()
  await database.drop()
  remove()
})

const admin = (args: string[], input = '') => {
  const env = {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.ownerUrl,
    OUTBOUND_ALLOW: mcp.authority,
    INIT_CWD: folder,
  }
  return runAdminHere(['app', ...args], { env, input })
}
const statusOf = async (id: string) => {
  const [row] = await database.db.query<{ status: string; writes: string[] }>(
    'select audit_status as status, writing_tools as writes from store_app where id = $1',
    [id],
  )
  return row
}

it('an app is added from an address, audited, approved, suspended and rejected', async () => {
  const added = await admin(['add', mcp.url, '--id', 'mine', '--category', 'nft'])
  expect(added).toEqual({
    code: 0,
    output: expect.stringContaining('App mine was added and is pending'),
  })
  expect(added.output).toContain('MCP 2025-06-18, 2 tools')
  expect(await statusOf('mine')).toMatchObject({ status: 'pending' })

  const approved = await admin(['approve', 'mine', '--note', 'looked at'])
  expect(approved).toEqual({ code: 0, output: expect.stringContaining('approved with 2 tools') })
  expect(await statusOf('mine')).toEqual({ status: 'approved', writes: ['send'] })

  expect(await admin(['suspend', 'mine', '--reason', 'odd'])).toMatchObject({ code: 0 })
  expect(await statusOf('mine')).toMatchObject({ status: 'pending' })
  mcp.tools = [{ name: 'get_thing', description: 'Sends a thing' }]
  const again = await admin(['approve', 'mine', '--writes', 'get_thing'])
  expect(again.output).toContain('changed: get_thing (description)')
  expect(again.output).toContain('removed: send')
  expect(await statusOf('mine')).toEqual({ status: 'approved', writes: ['get_thing'] })
  expect(await admin(['reject', 'mine', '--reason', 'no'])).toMatchObject({ code: 0 })
  expect(await statusOf('mine')).toMatchObject({ status: 'rejected' })

  const events = await database.db.query<{ event: string }>(
    `select event from store_app_audit where app_id = 'mine' order by id`,
  )
  expect(events.map(({ event }) => event)).toEqual([
    'added',
    'audited',
    'audited',
    'approved',
    'suspended',
    'audited',
    'approved',
    'rejected',
  ])
  await expect(database.db.query('delete from store_app_audit')).rejects.toThrow()
})

it('an app is added from a server.json, and nothing is added that is none', async () => {
  const server = {
    name: 'com.example/weather',
    description: 'Weather',
    version: '1.0.0',
    remotes: [
      { type: 'streamable-http', url: mcp.url, headers: [{ name: 'X-Key', isRequired: true }] },
    ],
  }
  writeFileSync(path.join(folder, 'server.json'), JSON.stringify(server))
  expect(await admin(['add', 'server.json'])).toMatchObject({ code: 0 })
  const [row] = await database.db.query(
    `select publisher, auth from store_app where id = 'weather'`,
  )
  expect(row).toEqual({
    publisher: 'com.example',
    auth: { header: 'X-Key', prefix: '', label: 'X-Key', required: true },
  })

  writeFileSync(path.join(folder, 'broken.json'), JSON.stringify({ id: 'Not An Id' }))
  expect(await admin(['add', 'broken.json'])).toEqual({
    code: 1,
    output: expect.stringContaining('is not an app'),
  })
})

it('an app inside the network is not met', async () => {
  const added = await admin(['add', 'http://169.254.169.254/mcp', '--id', 'inside'])
  expect(added.output).toContain('audit: address not allowed')
})
