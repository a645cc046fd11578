import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { completeLinks, findPostgresBinaries } from '#server/db/embedded/postgres-binaries.ts'

const root = mkdtempSync(path.join(tmpdir(), 'soldesk-binaries-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('findPostgresBinaries', () => {
  it('finds programs that exist', () => {
    const { initdb, postgres } = findPostgresBinaries()
    expect([existsSync(initdb), existsSync(postgres)]).toEqual([true, true])
  })

  it('names a system without glibc and the way out, in one line', () => {
    const onMusl = { platform: 'linux', arch: 'x64', isGlibc: false }
    expect(() => findPostgresBinaries(onMusl)).toThrow(
      /^the embedded PostgreSQL needs glibc .* set DATABASE_URL to .*$/,
    )
  })

  it('names a system it has no programs for', () => {
    const elsewhere = { platform: 'linux', arch: 'riscv64', isGlibc: true }
    expect(() => findPostgresBinaries(elsewhere)).toThrow(
      /^no embedded PostgreSQL for linux-riscv64 is installed; set DATABASE_URL to .*$/,
    )
  })
})

describe('completeLinks', () => {
  it('says what to do when it cannot make one', () => {
    const other = path.join(root, 'other')
    mkdirSync(path.join(other, 'native'), { recursive: true })
    const links = [{ source: 'native/lib/a.so.1', target: 'native/lib/a.so' }]
    writeFileSync(path.join(other, 'native/pg-symlinks.json'), JSON.stringify(links))
    expect(() => completeLinks(other)).toThrow(
      /a\.so: ENOENT; run npm run admin -- doctor once as the owner of the packages, or set DATABASE_URL$/,
    )
  })

  it('makes the missing library links and leaves the others', () => {
    mkdirSync(path.join(root, 'native', 'lib'), { recursive: true })
    writeFileSync(path.join(root, 'native', 'lib', 'libx.so.6.18'), 'library')
    const links = ['libx.so', 'libx.so.6'].map((name) => ({
      source: 'native/lib/libx.so.6.18',
      target: `native/lib/${name}`,
    }))
    writeFileSync(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    completeLinks(root)
    completeLinks(root)
    for (const { target } of links) {
      expect(readlinkSync(path.join(root, target))).toBe('libx.so.6.18')
    }
  })
})
