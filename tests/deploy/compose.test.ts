import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { testChain } from '#tests/support/chain.ts'
import { temporaryFolder } from '#tests/support/product.ts'
import { readDockerfile, root } from './dockerfile.ts'

const PASSWORD = 'correct horse battery staple'
/** Building without a cache takes longest. */
const TIMEOUT_MS = 600_000

const source = readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')
const missing = findWhatIsMissing()
const { folder, remove } = temporaryFolder(tmpdir())
const cleanUps: (() => unknown)[] = [remove]

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
}, 60_000)

it.skipIf(missing !== null)(
  `builds, serves, outlives a killed server and comes back from a backup${missing === null ? '' : ` (skipped: ${missing})`}`,
  async () => {
    const { compose, project } = await writeProject()
    await compose(['up', '--build', '--detach', '--wait', '--scale', 'server=2'])

    const openCaller = async () => {
      const [, port = ''] = (await compose(['port', 'proxy', '443'])).trim().split(':')
      const authority = '/data/caddy/pki/authorities/local/root.crt'
      return createCaller(Number(port), await compose(['exec', '-T', 'proxy', 'cat', authority]))
    }
    let call = await openCaller()
    expect(await call('GET', '/healthz')).toMatchObject({
      status: 200,
      body: { commit: 'abc1234' },
    })
    expect(await call('GET', '/metrics')).toMatchObject({ status: 404 })

    await compose(['run', '--rm', '-T', 'admin', 'user', 'add', 'ann'], PASSWORD)
    await compose(['run', '--rm', '-T', 'admin', 'credit', 'ann', '5', '--reason', 'trial'])
    const signIn = async () => {
      const { body } = await call('POST', '/api/auth/login', {
        body: { username: 'ann', password: PASSWORD },
      })
      return String(body['access_token'])
    }
    const token = await signIn()
    const started = await call('POST', '/api/research', {
      token,
      body: { query: 'What happened to Jupiter this week?' },
    })
    expect(started.status).toBe(202)
    const { id } = started.body['data'] as { id: string }
    const readStatus = async (by: string) => {
      const { body } = await call('GET', `/api/research/${id}`, { token: by })
      return (body['data'] as { status: string } | null)?.status
    }
    await expect.poll(() => readStatus(token), { timeout: 30_000 }).toBe('done')

    await docker(['kill', `${project}-server-2`])
    for (let calls = 0; calls < 20; calls += 1) {
      expect((await call('GET', '/healthz')).status).toBe(200)
    }

    await compose(['run', '--rm', '-T', 'admin', 'backup', '/backups/desk.backup'])
    await compose(['down', '--volumes'])
    await compose(['up', '--detach', '--wait', 'database'])
    await compose(['run', '--rm', '-T', 'admin', 'restore', '/backups/desk.backup'])
    await compose(['up', '--detach', '--wait'])
    call = await openCaller()
    expect(await readStatus(await signIn())).toBe('done')
    await compose(['run', '--rm', '-T', 'admin', 'ledger', 'check'])
  },
  TIMEOUT_MS,
)

/** Returns null where the composition can be built and run, else the reason in words. */
function findWhatIsMissing(): string | null {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) return 'no Docker Compose here'
  const { services } = parse(source, { merge: true }) as { services: Record<string, Service> }
  const images = [
    ...readDockerfile().map(({ image }) => image),
    ...Object.values(services).flatMap(({ image, build }) => (build === undefined ? image : [])),
  ].filter((image) => image.includes(':'))
  const absent = images.filter(
    (image) => spawnSync('docker', ['image', 'inspect', image]).status !== 0,
  )
  return absent.length === 0 ? null : `without the images ${absent.join(', ')}`
}

type Service = {
  image: string
  build?: { context: string }
  volumes?: string[]
  ports?: string[]
  extra_hosts?: string[]
}

/**
 * Writes a copy of the composition with names, a port, a network and folders of its own, so that it runs beside a real
 * one. Its chain is in this process. Returns a function that runs a command of Docker Compose on it.
 */
async function writeProject() {
  const project = `soldesk-test-${randomBytes(4).toString('hex')}`
  const network = `172.30.${65 + (randomBytes(1).readUInt8() % 180)}`
  const own = source.replaceAll('172.30.64', network).replace('image: soldesk', `image: ${project}`)
  const parsed = parse(own, { merge: true }) as { name?: string; services: Record<string, Service> }
  delete parsed.name
  for (const service of Object.values(parsed.services)) {
    if (service.build !== undefined) {
      service.build.context = root
      service.extra_hosts = ['host.docker.internal:host-gateway']
    }
    if (service.ports !== undefined) service.ports = ['127.0.0.1::443']
    service.volumes &&= service.volumes.map((volume) =>
      volume
        .replace('./backups', path.join(folder, 'backups'))
        .replace(/^\.\//, `${path.join(root, 'deploy')}/`),
    )
  }
  const file = path.join(folder, 'compose.json')
  writeFileSync(file, JSON.stringify(parsed))
  mkdirSync(path.join(folder, 'backups'))
  for (const place of [folder, path.join(folder, 'backups')]) chmodSync(place, 0o777)

  const chain = await testChain()
  cleanUps.push(() => chain.stop())
  const relayPort = await relay(Number(new URL(chain.rpcUrl).port))
  writeFileSync(
    path.join(folder, '.env'),
    `DOMAIN=localhost
POSTGRES_PASSWORD=${randomBytes(16).toString('hex')}
JWT_SECRET=${randomBytes(32).toString('hex')}
SOLANA_NETWORK=localnet
SOLANA_RPC_URL=http://host.docker.internal:${relayPort}
RECEIVER_WALLET=8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh
METRICS_TOKEN=
LLM_BASE_URL=
LLM_API_KEY=
LLM_MODEL=
COMMIT=abc1234
`,
  )
  const compose = (args: readonly string[], input = '') =>
    docker(['compose', '--project-name', project, '--file', file, ...args], input)
  cleanUps.push(() => docker(['image', 'rm', '--force', project]))
  cleanUps.push(() => compose(['down', '--volumes', '--timeout', '5']))
  return { project, compose }
}

/** Runs `docker` and returns what it printed. Throws with its complaints when it fails. */
async function docker(args: readonly string[], input = ''): Promise<string> {
  const child = spawn('docker', args)
  child.stdin.end(input)
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${complaints}${printed}`)
  return printed
}

/** Makes a port of this machine's loopback reachable from containers, and returns the port to use. */
async function relay(to: number): Promise<number> {
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    for (const socket of [client, target]) socket.on('error', () => undefined)
    client.pipe(target).pipe(client)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  return (server.address() as AddressInfo).port
}

type Reply = { status: number; body: Record<string, unknown> }

/** Returns a function that calls the proxy over TLS with a certificate that `ca` signed. */
const createCaller =
  (port: number, ca: string) =>
  async (
    method: string,
    url: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<Reply> => {
    const sent = request({
      host: 'localhost',
      port,
      ca,
      method,
      path: url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answer = await text(response)
    return {
      status: response.statusCode ?? 0,
      body: answer === '' ? {} : (JSON.parse(answer) as Record<string, unknown>),
    }
  }
