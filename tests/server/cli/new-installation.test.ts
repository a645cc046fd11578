import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { runAdminHere } from '#tests/support/admin.ts'
import { ADMIN, temporaryFolder, tracesIn } from '#tests/support/product.ts'

vi.setConfig({ testTimeout: 60_000 })

const { folder, remove } = temporaryFolder()
afterAll(remove)

describe('a command without the settings of the server', () => {
  it.each([
    ['ledger check', ['ledger', 'check']],
    ['user list', ['user', 'list']],
    ['backup', ['backup', path.join(folder, 'empty.backup')]],
  ])('does not answer %s for a new database', async (name, args) => {
    const dataDir = path.join(folder, name)
    expect(await runAdminHere(args, { env: { DATA_DIR: dataDir } })).toEqual({
      code: 1,
      output: `There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR as the server has them, or start a server first.\n`,
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('says where the first account made a new one', async () => {
    const dataDir = path.join(folder, 'first')
    const options = { env: { DATA_DIR: dataDir }, input: 'staple tidy horse 9' }
    const { code, output } = await runAdminHere(['user', 'add', 'alice'], options)
    expect(code).toBe(0)
    expect(output).toContain(`A new database was made in ${dataDir}.\n`)
  })
})

it('ends quietly when the reader of its output has left, and tidies up behind itself', async () => {
  const dataDir = path.join(folder, 'unread')
  const { stderr } = await promisify(execFile)('sh', [
    '-c',
    `echo "staple tidy horse 9" | DATA_DIR="${dataDir}" "${process.execPath}" "${ADMIN}" user add alice | true`,
  ])
  expect(stderr).toBe('')
  expect(await tracesIn(dataDir)).toEqual([])
  const listed = await runAdminHere(['user', 'list'], { env: { DATA_DIR: dataDir } })
  expect(listed.output).toContain('alice')
})
