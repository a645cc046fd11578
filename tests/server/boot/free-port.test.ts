import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { holdPort, StartError } from '#server/boot/free-port.ts'

const HOST = '127.0.0.1'

it('keeps a free port from others until it is released', async () => {
  const held = await holdPort(HOST, 0)
  expect(held.port).toBeGreaterThan(0)
  const second = holdPort(HOST, held.port, 'WORKER_PORT')
  await expect(second).rejects.toThrow(StartError)
  await expect(second).rejects.toThrow(`WORKER_PORT: ${held.port} is taken`)
  const caller = connect(held.port, HOST)
  // Hung up on: an end or a reset, as the system has it.
  caller.on('error', () => undefined)
  await once(caller, 'close')
  await Promise.all([held.release(), held.release()])
  const server = createServer().listen(held.port, HOST)
  await once(server, 'listening')
  server.close()
})
