import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CONFIG_EXIT_CODE } from '#server/config.ts'
import { CONFIG_KEYS } from '#server/config-keys.ts'
import { temporaryFolder } from '#tests/support/product.ts'
import { readDockerfile, root, textsOf } from './dockerfile.ts'

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  restart?: string
  profiles?: string[]
  entrypoint?: string[]
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

const read = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const guide = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
const stages = readDockerfile()
const [build, production, final] = stages

describe('deploy/Dockerfile', () => {
  it('builds in two stages and runs in a third', () => {
    expect(stages.map(({ image }) => image)).toEqual([
      'node:24-bookworm-slim',
      'build',
      'debian:bookworm-slim',
    ])
  })

  it('copies only what exists', () => {
    const sources = stages
      .flatMap((stage) => textsOf(stage, 'COPY'))
      .flatMap((text) =>
        text
          .replace(/--from=\S+\s+/, '')
          .split(/\s+/)
          .slice(0, -1),
      )
      .map((source) => source.replace(/^\/app\//, ''))
      .filter((source) => !['.', 'node_modules', 'dist', '.commit'].includes(source))
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((source) => !existsSync(path.join(root, source)))).toEqual([])
  })

  it('names no registry, address or package manager beyond npm', () => {
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN')).join('\n')
    expect(commands).not.toMatch(/https?:|--registry|\b(apt-get|curl|wget|apk|pip)\b/)
  })

  it('runs no install script and no tool in the final image, and not as root', () => {
    const installs = [build, production].flatMap((stage) => (stage ? textsOf(stage, 'RUN') : []))
    const npm = installs.filter((text) => text.includes('npm ci'))
    expect(npm).toHaveLength(2)
    expect(npm.every((text) => text.includes('--ignore-scripts'))).toBe(true)
    const last = final?.instructions ?? []
    expect(last.filter(({ name, text }) => name === 'RUN' && /npm|node/.test(text))).toEqual([])
    expect(last.find(({ name }) => name === 'USER')?.text).toMatch(/^[1-9]\d*$/)
    expect(last.some(({ name }) => name === 'HEALTHCHECK')).toBe(true)
  })
})

describe('deploy/compose.yaml', () => {
  it('is what docker compose starts from the top folder', () => {
    const top = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8')) as unknown
    expect(top).toEqual({ name: 'soldesk', include: ['deploy/compose.yaml'] })
  })

  it('runs PostgreSQL 18, a server, a worker and a proxy, each restarted', () => {
    const lasting = Object.entries(compose.services).filter(([, { profiles }]) => !profiles)
    expect(lasting.map(([name]) => name)).toEqual(['database', 'server', 'worker', 'proxy'])
    expect(compose.services['database']?.image).toBe('postgres:18')
    expect(lasting.map(([, { restart }]) => restart)).toEqual(Array(4).fill('unless-stopped'))
  })

  it.each(['server', 'worker', 'admin'])(
    'gives the %s nothing to write to and no capability',
    (name) => {
      expect(compose.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        depends_on: { database: { condition: 'service_healthy' } },
      })
    },
  )

  it('starts programs of this repository', () => {
    const { server, worker, admin } = compose.services
    const programs = [
      worker?.command?.[0],
      worker?.healthcheck?.test[2],
      server?.command?.[0],
      admin?.entrypoint?.[1],
    ]
    for (const program of programs.filter((name) => name !== undefined)) {
      expect(existsSync(path.join(root, program))).toBe(true)
    }
    expect(worker?.command).toContain('worker')
  })

  it('sets only keys that the server knows', () => {
    const keys = Object.keys(compose.services['server']?.environment ?? {})
    expect(keys.length).toBeGreaterThan(6)
    expect(keys.filter((key) => !Object.hasOwn(CONFIG_KEYS, key))).toEqual([])
  })

  it('asks for exactly the values that its example lists', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, key]) => key))
    const listed = [...read('compose.env.example').matchAll(/^(\w+)=/gm)].map(([, key]) => key)
    asked.delete('COMMIT')
    expect(new Set(listed)).toEqual(asked)
  })
})

describe.each(['soldesk.service', 'soldesk-worker.service'])('deploy/%s', (file) => {
  const unit = read(file)
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  it('starts the server as its own user on a read-only system with one writable folder', () => {
    const [, entry = ''] = (setting('ExecStart') ?? '').split(' ')
    expect(existsSync(path.join(root, entry))).toBe(true)
    expect(setting('User')).toBe('soldesk')
    expect(setting('ProtectSystem')).toBe('strict')
    expect(unit).toContain(`Environment=DATA_DIR=/var/lib/${setting('StateDirectory')}\n`)
  })

  it('starts again until the start succeeds, except after a wrong setting', () => {
    expect(setting('Restart')).toBe('always')
    expect(setting('StartLimitIntervalSec')).toBe('0')
    expect(setting('RestartPreventExitStatus')).toBe(String(CONFIG_EXIT_CODE))
  })
})

describe('deploy/soldesk-worker.service', () => {
  const unit = read('soldesk-worker.service')

  it('stops, starts and restarts with the server beside it', () => {
    expect(unit).toMatch(/^After=.*\bsoldesk\.service$/m)
    expect(unit).toMatch(/^PartOf=soldesk\.service$/m)
    expect(unit).toMatch(/^WantedBy=.*\bsoldesk\.service$/m)
  })

  it('has its metrics where the guide lets Prometheus collect them', () => {
    const [, port] = /^Environment=WORKER_PORT=(\d+)$/m.exec(unit) ?? []
    expect(guide).toContain(`targets: ['127.0.0.1:3000', '127.0.0.1:${port}']`)
  })
})

describe('deploy/soldesk-admin', () => {
  const { folder, remove } = temporaryFolder()
  afterAll(remove)

  it('runs a command as the account and with the settings and the folder of the service', () => {
    const link = path.join(folder, 'soldesk-admin')
    symlinkSync(path.join(root, 'deploy/soldesk-admin'), link)
    const stub = `#!/bin/sh\nprintf '%s\\n' "$PWD" "$@"\n`
    writeFileSync(path.join(folder, 'setpriv'), stub, { mode: 0o755 })
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`
    const env = { ...process.env, PATH, SUDO_USER: 'olga' }
    const args = ['credit', 'ali ce', '5']
    const lines = execFileSync(link, args, { cwd: folder, env, encoding: 'utf8' }).split('\n')
    const [, settings] = /^EnvironmentFile=(.*)$/m.exec(read('soldesk.service')) ?? []
    const [, dataDir] = /^Environment=DATA_DIR=(.*)$/m.exec(read('soldesk.service')) ?? []
    expect(lines[0]).toBe(root)
    expect(lines).toEqual(expect.arrayContaining(['--reuid=soldesk', '--reset-env']))
    expect(lines.slice(-11)).toEqual([
      'env',
      `INIT_CWD=${folder}`,
      'SUDO_USER=olga',
      `DATA_DIR=${dataDir}`,
      'node_modules/.bin/node',
      `--env-file=${settings}`,
      'server/cli/admin.ts',
      ...args,
      '',
    ])
    expect(existsSync(path.join(root, 'server/cli/admin.ts'))).toBe(true)
  })
})

describe('the proxy examples', () => {
  it('pass the host name on and do not publish the metrics', () => {
    for (const file of ['Caddyfile', 'nginx.conf']) expect(read(file)).toContain('/metrics')
    expect(read('nginx.conf')).toMatch(/proxy_set_header\s+Host\s+\$host/)
    expect(read('nginx.conf')).toMatch(/proxy_set_header\s+Upgrade/)
  })

  it('let calls wait while a server restarts, also that of the operator’s guide', () => {
    for (const text of [read('Caddyfile'), guide]) expect(text).toMatch(/lb_try_duration \d+s/)
  })

  it('are all listed in the operator’s guide', () => {
    const files = globSync('*', { cwd: path.join(root, 'deploy') })
    expect(files.filter((file) => !guide.includes(`deploy/${file}`))).toEqual([])
  })
})
