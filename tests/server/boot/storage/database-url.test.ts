import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { openStorage } from '#server/boot/storage/storage.ts'
import { parseConfig } from '#server/config.ts'

/** Builds a message of PostgreSQL's protocol. */
const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const authentication = (kind: number, text: string) =>
  message('R', Buffer.concat([Buffer.from([0, 0, 0, kind]), Buffer.from(text)]))

/** Returns why a start fails on a database that gives these answers, one to each message. */
const startOn = async (answers: readonly Buffer[], query = ''): Promise<unknown> => {
  const rest = [...answers]
  const server = createServer((socket) => {
    socket.on('data', () => socket.write(rest.shift() ?? ''))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const DATABASE_URL = `postgres://soldesk@127.0.0.1:${port}/soldesk${query}`
  const config = parseConfig({ DATABASE_URL })
  try {
    return await openStorage(config).catch((error: unknown) => error)
  } finally {
    server.close()
  }
}

it('says that a password is missing', async () => {
  const asks = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=x,s=eA==,i=4096')]
  expect(await startOn(asks)).toMatchObject({
    name: 'ConfigError',
    message: 'DATABASE_URL: the database asks for a password, and the URL holds none',
  })
})

it('names the setting for a pooler in front of the database', async () => {
  const refusal = message(
    'E',
    Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'),
  )
  expect(await startOn([refusal])).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      /^DATABASE_URL: .*startup parameter: options; behind PgBouncer, add \?pgbouncer=true to the URL$/,
    ),
  })
})

it.each([
  ['28P01', 'ConfigError'],
  ['3D000', 'ConfigError'],
  ['42501', 'ConfigError'],
  ['08006', 'StartError'],
  ['25006', 'StartError'],
  ['53100', 'StartError'],
  ['53200', 'StartError'],
  ['53300', 'StartError'],
  ['55P03', 'StartError'],
  ['57014', 'StartError'],
  ['57P03', 'StartError'],
  ['58030', 'StartError'],
])('starts again later unless a person must change something: %s is a %s', async (code, name) => {
  const refusal = message('E', Buffer.from(`SFATAL\0C${code}\0Mno\0\0`))
  expect(await startOn([refusal])).toMatchObject({
    name,
    message: expect.stringMatching(/^DATABASE_URL: .*no$/),
  })
})

it('does not start again on a database without TLS whose URL asks for it', async () => {
  const failure = await startOn([Buffer.from('N')], '?sslmode=require')
  expect(failure).toMatchObject({ name: 'ConfigError' })
})

it('does not start again with a URL that names a file that is not there', async () => {
  const failure = await startOn([], '?sslrootcert=/nowhere/ca.pem')
  expect(failure).toMatchObject({ name: 'ConfigError' })
})
