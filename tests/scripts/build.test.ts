import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerStaticSite } from '#server/http/static-site.ts'

const project = path.resolve(import.meta.dirname, '../..')
let root = ''

/** A small site of its own that the project's build script builds. */
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'soldesk-build-'))
  cpSync(path.join(project, 'scripts'), path.join(root, 'scripts'), { recursive: true })
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'))
  mkdirSync(path.join(root, 'src'))
  const files = {
    'package.json': '{"type":"module"}',
    'vite.config.ts': 'export default {}',
    'index.html': '<script type="module" src="/src/main.js"></script>',
    'src/main.js': "void import('./screen.js').then(({ show }) => show())",
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const assets = () => path.join(root, 'dist', 'assets')

/** Builds a release whose screen says the text. Returns the names of its screen's chunks in dist/. */
const release = (text: string): string[] => {
  const long = `${text}, `.repeat(200)
  writeFileSync(
    path.join(root, 'src/screen.js'),
    `export const show = () => document.body.append(${JSON.stringify(long)})`,
  )
  const script = path.join(root, 'scripts/build.mjs')
  execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `await (await import(${JSON.stringify(script)})).ensureBuilt()`,
  ])
  return readdirSync(assets()).filter((name) => /^screen-.*\.js$/.test(name))
}

const answer = async (name: string, encoding = 'identity') => {
  const app = Fastify()
  await registerStaticSite(app, path.join(root, 'dist'), async () => null)
  const response = await app.inject({
    url: `/assets/${name}`,
    headers: { 'accept-encoding': encoding },
  })
  await app.close()
  return response
}

describe('a build', () => {
  it('keeps the assets of the release before it, and of none before that', async () => {
    const [first = ''] = release('first')
    const second = release('second').filter((name) => name !== first)
    expect(second).toHaveLength(1)
    const kept = await answer(first)
    expect(kept.statusCode).toBe(200)
    expect(kept.body).toContain('first')
    expect((await answer(first, 'br')).headers['content-encoding']).toBe('br')
    release('third')
    expect((await answer(first)).statusCode).toBe(404)
    expect((await answer(second[0] ?? '')).statusCode).toBe(200)
  }, 120_000)
})
