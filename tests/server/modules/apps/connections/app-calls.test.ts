import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { McpConnection } from '#server/clients/mcp/mcp-connection.ts'
import type { Database } from '#server/db/database.ts'
import { createAppCalls, type Reviewable } from '#server/modules/apps/connections/app-calls.ts'
import type { AppConnections } from '#server/modules/apps/connections/app-connections.ts'

const MEETINGS = 200_000
/** Maximum growth of memory. 64 bytes for each meeting would be 13 MB. */
const MAX_GROWTH_BYTES = 3_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

it('stores nothing of recorded connections', async () => {
  const app = { id: 'app-1', transport: { kind: 'stdio', command: 'x', args: [] } } as unknown
  const connection = { protocol: '1', server: { name: 'a', version: '1' } } as McpConnection
  let meet: (connection: McpConnection, latencyMs: number) => void = () => undefined
  const calls = createAppCalls({
    // The records themselves are not what is looked at.
    db: { query: async () => [] } as unknown as Database,
    connections: {
      get: ({ onConnect }: { onConnect: typeof meet }) => {
        meet = onConnect
        return { verify: async () => connection }
      },
    } as unknown as AppConnections,
    review: { suspendChanged: async () => undefined },
    access: { open: async () => null, listSecrets: async () => [] },
    allowsUserApps: true,
    onError: (error) => {
      throw error
    },
  })
  await calls.verify(app as Reviewable, 'user-1')
  const meetMany = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      meet(connection, 1)
      if (done % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await meetMany(MEETINGS / 10)
  const before = heapBytes()
  await meetMany(MEETINGS)
  expect(heapBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
})
