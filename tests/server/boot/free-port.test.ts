import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { holdPort, StartError } from '#server/boot/free-port.ts'

const HOST = '127.0.0.1'

it('keeps a free port from others until it is released', async () => {
  const held = await holdPort(HOST, 0)
  expect(held.port).toBeGreaterThan(0)
  const second = holdPort(HOST, held.port, 'WORKER_PORT')
  await expect(second).rejects.toThrow(StartError)
  await expect(second).rejects.toThrow(`WORKER_PORT: ${held.port} is taken`)
  held.release()
  held.release()
  const server = createServer().listen(held.port, HOST)
  await once(server, 'listening')
  server.close()
})

/** Calls the port, and returns when its holder has accepted the call. */
const call = async (port: number): Promise<Socket> => {
  const caller = connect(port, HOST)
  await once(caller, 'connect')
  caller.on('error', () => undefined)
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
  return caller
}

it('lets callers wait for the server that listens next', async () => {
  const held = await holdPort(HOST, 0)
  const caller = await call(held.port)
  caller.end('POST / HTTP/1.1\r\nhost: desk\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello')
  const gone = await call(held.port)
  gone.destroy()
  held.free()
  const server = createHttpServer((request, response) => request.pipe(response))
  server.listen(held.port, HOST)
  await once(server, 'listening')
  held.passCallersTo(server)
  const answer = await text(caller)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(answer).toContain('hello')
  server.close()
})

it('hangs up on those who wait when it is released', async () => {
  const held = await holdPort(HOST, 0)
  const caller = await call(held.port)
  const closed = new Promise((resolve) => caller.once('close', resolve))
  held.release()
  caller.resume()
  await closed
})
