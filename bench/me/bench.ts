import { findCallers } from '#server/modules/auth/sessions/session-repository.ts'
import { serveHttp } from '#tests/support/serve-http.ts'
import { serveApp, withDatabase } from '#bench/support/server.ts'
import { measureLoad, type LoadResult } from '#bench/support/http-load.ts'

/**
 * GET /auth/me (headers, routing, token, session, contract) beside bare node:http that does the same database read and
 * writes the same JSON, in turns in one run. 64 connections, each with a session of its own and waiting for its answer
 * before it asks again. The product sends the reads of calls that came together as one statement; the bare server sends
 * each by itself. Server, load and database share the machine's cores, so only the ratio means anything.
 */

type Round = { me: LoadResult; bare: LoadResult }

const CLIENTS = 64
const ROUNDS = 7
const ROUND_MS = 2_000
const WARM_UP_MS = 1_000
const MIN_RATIO = 0.9

export async function run(): Promise<void> {
  await withDatabase(async (db) => {
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
    const bare = await serveHttp((request, response) => {
      void answer(request.headers.authorization).then((body) => {
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        return response.end(body)
      })
    })

    const request = { tokens, path: '/api/auth/me' }
    const mePort = Number(new URL(server.url).port)
    const rounds: Round[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      const ms = round < 0 ? WARM_UP_MS : ROUND_MS
      const me = await measureLoad({ ...request, port: mePort, ms })
      const plain = await measureLoad({ ...request, port: bare.port, ms })
      if (round >= 0) rounds.push({ me, bare: plain })
    }
    await server.close()
    await bare.close()

    const middle = rounds.toSorted((a, b) => computeRatio(a) - computeRatio(b))[
      Math.floor(ROUNDS / 2)
    ]
    if (middle === undefined) throw new Error('nothing was measured')
    const ratio = computeRatio(middle)
    console.table({ '/auth/me': middle.me, 'bare node:http': middle.bare })
    console.log(`ratio ${ratio.toFixed(3)} (median of ${ROUNDS} rounds, at least ${MIN_RATIO})`)
    if (ratio < MIN_RATIO) throw new Error('GET /auth/me is below its budget')
  })
}

const computeRatio = ({ me, bare }: Round): number => me.requestsPerSecond / bare.requestsPerSecond
