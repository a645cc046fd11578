import { execFile } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it, vi } from 'vitest'
import { ready, run, temporaryFolder } from '#tests/support/product.ts'
import { readDockerfile, root, textsOf } from './dockerfile.ts'

vi.setConfig({ testTimeout: 180_000 })

const { folder, remove } = temporaryFolder(tmpdir())
const app = path.join(folder, 'app')
const dataDir = path.join(folder, 'data')
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

afterAll(async () => {
  if (existsSync(app)) await shell(`chmod -R u+w ${app}`)
  remove()
})

const [, production, final] = readDockerfile()

/** Runs a command of the Dockerfile in the folder that takes the place of `/app`. */
const shell = (command: string) =>
  promisify(execFile)('bash', ['-c', command], {
    cwd: app,
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      NODE_ENV: '',
      npm_config_prefer_offline: 'true',
      npm_config_loglevel: 'error',
    },
  })

const copy = (source: string) => {
  const place = path.join(root, source)
  if (existsSync(place)) cpSync(place, path.join(app, source), { recursive: true })
}

// No container runs here: the same commands, in a folder instead of an image, as another user on a read-only tree.
it('serves after the steps of the Dockerfile, as another user on a read-only tree', async () => {
  if (production === undefined || final === undefined) throw new Error('a stage is missing')
  mkdirSync(app, { recursive: true })
  for (const name of [
    'package.json',
    'package-lock.json',
    'scripts',
    'stubs',
    'contract',
    'server',
  ])
    copy(name)
  for (const command of textsOf(production, 'RUN')) await shell(command)
  for (const tool of ['vite', 'typescript', 'vitest', 'esbuild', 'oxlint']) {
    expect(existsSync(path.join(app, 'node_modules', tool))).toBe(false)
  }
  for (const text of textsOf(final, 'COPY')) {
    const sources = text
      .replace(/--from=\S+\s+/, '')
      .split(/\s+/)
      .slice(0, -1)
    for (const source of sources) {
      const name = source.replace(/^\/app\//, '')
      if (name !== 'node_modules') copy(name)
    }
  }
  writeFileSync(path.join(app, '.commit'), 'abc1234')
  mkdirSync(dataDir, { mode: 0o700 })
  for (const place of [folder, app]) chmodSync(place, 0o755)
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
  await shell('chmod -R a-w .')
  const before = (await shell('find . -printf "%p %T@\\n" | sort | md5sum')).stdout

  const [command = ''] = textsOf(final, 'CMD').map((text) => (JSON.parse(text) as string[])[0])
  const probe = /"(server\/cli\/[\w.-]+)"/.exec(textsOf(final, 'HEALTHCHECK')[0] ?? '')?.[1] ?? ''
  const node = path.join(app, 'node_modules/.bin/node')
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' }
  const server = run([command], { command: node, cwd: app, env, ...as })
  try {
    await ready(server)
    const url = await server.printed(/open +(http\S+)/)
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ commit: 'abc1234' })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const checked = run([probe], {
      command: node,
      cwd: app,
      env: { ...env, PORT: new URL(url).port },
      ...as,
    })
    expect(await checked.ended).toBe(0)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
  expect(server.child.exitCode).toBe(0)
  expect((await shell('find . -printf "%p %T@\\n" | sort | md5sum')).stdout).toBe(before)
})
