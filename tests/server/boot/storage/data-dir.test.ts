import fs, { chmodSync, mkdirSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimDataDir } from '#server/boot/storage/data-dir.ts'
import { loadSecrets } from '#server/boot/storage/secrets.ts'
import { temporaryFolder } from '#tests/support/product.ts'

let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => temporary.remove())

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

it.each([
  ['a new data directory', () => undefined],
  [
    'an open one',
    (dir: string) => {
      mkdirSync(dir)
      chmodSync(dir, 0o755)
    },
  ],
])('the server keeps %s and its files to its own account', async (_, prepare) => {
  const dir = path.join(temporary.folder, 'data')
  prepare(dir)
  const claim = await claimDataDir(dir)
  try {
    const secrets = loadSecrets(dir)
    expect(loadSecrets(dir)).toEqual(secrets)
    expect(modeOf(dir)).toBe('700')
    expect(modeOf(path.join(dir, 'secrets.json'))).toBe('600')
    expect(modeOf(path.join(dir, 'server.json'))).toBe('600')
  } finally {
    claim.release()
  }
})

it.each([
  ['EACCES', 'ConfigError'],
  ['EROFS', 'ConfigError'],
  ['EDQUOT', 'StartError'],
  ['EIO', 'StartError'],
  ['EMFILE', 'StartError'],
  ['ENOSPC', 'StartError'],
])('starts again later unless a person must change something: %s is a %s', async (code, name) => {
  const spy = vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
    throw Object.assign(new Error('no'), { code })
  })
  syncBuiltinESMExports()
  try {
    await expect(claimDataDir(temporary.folder)).rejects.toMatchObject({ name })
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
})
