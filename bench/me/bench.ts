import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findCallers } from '#server/modules/auth/sessions/session-repository.ts'
import { serveApp, withDatabase } from '#bench/support/server.ts'
import { measureLoad, type LoadResult } from '#bench/support/http-load.ts'

/**
 * GET /auth/me (headers, routing, token, session, contract) beside bare node:http that does the same database read and
 * writes the same JSON, in turns in one run. 64 connections, each with a session of its own and waiting for its answer
 * before it asks again. The product sends the reads of calls that came together as one statement; the bare server sends
 * each by itself. Server, load and database share the machine's cores, so only the ratio means anything.
 */

export type MeBench = { me: LoadResult; bare: LoadResult; ratio: number }

const CLIENTS = 64
const ROUNDS = 7
const MIN_RATIO = 0.9

export async function run(options: { roundMs?: number } = {}): Promise<MeBench> {
  const { roundMs = 2_000 } = options
  return withDatabase(async (db) => {
    const server = await serveApp(db)
    const tokens: string[] = []
    const sessionIds = new Map<string, string>()
    for (let client = 0; client < CLIENTS; client += 1) {
      const { accessToken } = await server.signUp(`client-${client}`)
      const { sessionId } = await server.auth.sessions.authenticate(`Bearer ${accessToken}`)
      tokens.push(accessToken)
      sessionIds.set(`Bearer ${accessToken}`, sessionId)
    }

    const answer = async (authorization = ''): Promise<string> => {
      const sessionId = sessionIds.get(authorization) ?? ''
      const caller = (await findCallers(db, [sessionId])).get(sessionId)
      return JSON.stringify({
        id: caller?.id,
        username: caller?.username,
        wallet_addresses: caller?.walletAddresses,
        has_password: caller?.hasPassword,
      })
    }
    const bare = createServer((request, response) => {
      void answer(request.headers.authorization).then((body) => {
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        return response.end(body)
      })
    })
    bare.listen(0, '127.0.0.1')
    await once(bare, 'listening')

    const request = { tokens, path: '/api/auth/me' }
    const mePort = Number(new URL(server.url).port)
    const barePort = (bare.address() as AddressInfo).port
    const rounds: { me: LoadResult; bare: LoadResult }[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      const ms = round < 0 ? 1_000 : roundMs
      const me = await measureLoad({ ...request, port: mePort, ms })
      const plain = await measureLoad({ ...request, port: barePort, ms })
      if (round >= 0) rounds.push({ me, bare: plain })
    }
    await server.close()
    bare.closeAllConnections()
    bare.close()

    const middle = rounds.toSorted((a, b) => computeRatio(a) - computeRatio(b))[
      Math.floor(ROUNDS / 2)
    ]
    if (middle === undefined) throw new Error('nothing was measured')
    const result = { ...middle, ratio: computeRatio(middle) }
    console.table({ '/auth/me': result.me, 'bare node:http': result.bare })
    console.log(
      `ratio ${result.ratio.toFixed(3)} (median of ${ROUNDS} rounds, at least ${MIN_RATIO})`,
    )
    if (result.ratio < MIN_RATIO) throw new Error('GET /auth/me is below its budget')
    return result
  })
}

const computeRatio = ({ me, bare }: { me: LoadResult; bare: LoadResult }): number =>
  me.requestsPerSecond / bare.requestsPerSecond
