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
const startOn = async (answers: readonly Buffer[]): Promise<unknown> => {
  const rest = [...answers]
  const server = createServer((socket) => {
    socket.on('data', () => socket.write(rest.shift() ?? ''))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const config = parseConfig({ DATABASE_URL: `postgres://soldesk@127.0.0.1:${port}/soldesk` })
  try {
    return await openStorage(config).catch((error: unknown) => error)
  } finally {
    server.close()
  }
}

it('says that a password is missing', async () => {
  const asks = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=x,s=eA==,i=4096')]
  expect(await startOn(asks)).toMatchObject({
    message: 'DATABASE_URL: the database asks for a password, and the URL holds none',
  })
})

it('says what a pooler in front of the database needs', async () => {
  const refusal = message(
    'E',
    Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'),
  )
  expect(await startOn([refusal])).toMatchObject({
    message: expect.stringMatching(
      /^DATABASE_URL: .*startup parameter: options; behind PgBouncer, add \?pgbouncer=true to the URL$/,
    ),
  })
})
