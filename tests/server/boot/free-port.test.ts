import Fastify from 'fastify'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { holdPort, StartError } from '#server/boot/free-port.ts'
import { registerGracefulStop } from '#server/http/graceful-stop.ts'

const HOST = '127.0.0.1'

it('keeps a free port from others until it is released', async () => {
  const held = await holdPort(HOST, 0)
  expect(held.port).toBeGreaterThan(0)
  const second = holdPort(HOST, held.port, { key: 'WORKER_PORT' })
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

it('hangs up on those who wait too long, and on those beyond its limit', async () => {
  const held = await holdPort(HOST, 0, { maxCallers: 2, maxWaitMs: 300 })
  const startedMs = performance.now()
  const callers = [await call(held.port), await call(held.port), await call(held.port)]
  const lastedMs = await Promise.all(
    callers.map(async (caller) => {
      caller.resume()
      if (!caller.closed) await once(caller, 'close')
      return performance.now() - startedMs
    }),
  )
  expect(lastedMs.map((ms) => ms > 250)).toEqual([true, true, false])
  held.release()
})

it('does not hang up on callers that the server has taken over', async () => {
  const held = await holdPort(HOST, 0, { maxWaitMs: 100 })
  const caller = await call(held.port)
  held.free()
  const server = createHttpServer((_request, response) => {
    setTimeout(() => response.end('late'), 400)
  })
  server.listen(held.port, HOST)
  await once(server, 'listening')
  held.passCallersTo(server)
  caller.write('GET / HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n\r\n')
  expect(await text(caller)).toContain('late')
  server.close()
})

it('is stopped only after the calls of those who waited for its start', async () => {
  const held = await holdPort(HOST, 0)
  const caller = await call(held.port)
  held.free()
  const app = Fastify()
  registerGracefulStop(app)
  const begun = Promise.withResolvers<void>()
  app.get('/quick', () => 'first')
  app.get('/slow', async () => {
    begun.resolve()
    await sleep(600)
    return 'second'
  })
  await app.listen({ port: held.port, host: HOST })
  held.passCallersTo(app.server)
  caller.write('GET /quick HTTP/1.1\r\nhost: desk\r\n\r\n')
  await once(caller, 'data')
  caller.write('GET /slow HTTP/1.1\r\nhost: desk\r\n\r\n')
  await begun.promise
  const answer = text(caller)
  const startedMs = performance.now()
  await app.close()
  expect(performance.now() - startedMs).toBeGreaterThan(400)
  expect(await answer).toContain('second')
})
