import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as endpoints from '#contract/auth.ts'
import { AppError } from '#server/errors.ts'
import { toNetworkKey } from '#server/http/call-limits.ts'
import { fileRoute, publicRoute, route, type Caller } from '#server/http/route.ts'
import type { Account } from './account-repository.ts'
import type { Auth } from './auth-service.ts'

export function registerAuthRoutes(app: FastifyInstance, auth: Auth): void {
  registerSignInRoutes(app, auth)
  registerAccountRoutes(app, auth)
  registerWalletRoutes(app, auth)
  registerSessionRoutes(app, auth)
}

function registerSignInRoutes(app: FastifyInstance, { sessions, signIn }: Auth): void {
  const answerSession = async (account: Account, request: FastifyRequest) => {
    const pair = await sessions.open(account.id, request.headers['user-agent'])
    return {
      access_token: pair.accessToken,
      refresh_token: pair.refreshToken,
      user_info: {
        id: account.id,
        username: account.username,
        wallet_addresses: account.walletAddresses,
        has_password: account.passwordHash !== null,
      },
    }
  }

  publicRoute(app, endpoints.nonce, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    const { nonce, message, expiresAt } = await signIn.createChallenge({
      address: query.wallet_address,
      purpose: query.purpose ?? 'sign-in',
    })
    return { success: true, nonce, message, expires_at: expiresAt.toISOString() }
  })

  publicRoute(app, endpoints.walletLogin, async ({ body, request }) =>
    answerSession(await signIn.signInWithWallet(toProof(body), request.ip), request),
  )

  publicRoute(app, endpoints.login, async ({ body, request }) =>
    answerSession(await signIn.signInWithPassword(body, request.ip), request),
  )

  publicRoute(app, endpoints.refresh, async ({ body }) => {
    const pair = await sessions.refresh(body.refresh_token)
    return { access_token: pair.accessToken, refresh_token: pair.refreshToken }
  })

  publicRoute(app, endpoints.logout, async ({ body }) => {
    await sessions.close(body.refresh_token)
    return { success: true }
  })
}

function registerAccountRoutes(
  app: FastifyInstance,
  { accounts, sessions, signIn, personalData }: Auth,
): void {
  route(app, endpoints.me, ({ user }) => userInfo(user))

  route(app, endpoints.checkUsername, async ({ user, query }) => {
    const owner = await accounts.findByUsername(query.username)
    return { success: true, available: owner === undefined || owner.id === user.id }
  })

  route(app, endpoints.setCredentials, async ({ user, body, request }) => {
    if (body.username.trim() === '' || body.password.trim() === '') {
      throw new AppError('VALIDATION_FAILED', 'Username and password cannot be empty')
    }
    const { username, password } = body
    await accounts.checkCredentials({ username, password }, user)
    await signIn.confirmOwner(user.id, toEvidence(body), request.ip)
    await accounts.setCredentials({
      userId: user.id,
      sessionId: user.sessionId,
      network: toNetworkKey(request.ip),
      username,
      password,
    })
    return { success: true, user_info: userInfo(await sessions.find(user)) }
  })

  route(app, endpoints.deleteAccount, async ({ user, body, request }) => {
    await signIn.confirmOwner(user.id, toEvidence(body ?? {}), request.ip)
    await personalData.deleteAccount(user.id)
    return { success: true }
  })

  fileRoute(app, endpoints.exportData, async ({ user }) => ({
    content: personalData.export(user),
    contentType: 'application/json; charset=utf-8',
    fileName: 'my-data.json',
  }))
}

function registerWalletRoutes(app: FastifyInstance, { accounts, sessions, signIn }: Auth): void {
  route(app, endpoints.linkWallet, async ({ user, body, request }) => {
    await signIn.confirmOwner(user.id, toEvidence(body), request.ip)
    const address = await signIn.proveWallet(toProof(body))
    await accounts.linkWallet(user.id, address)
    return { success: true, user_info: userInfo(await sessions.find(user)) }
  })

  route(app, endpoints.listWallets, async ({ user }) => {
    const rows = await accounts.listWallets(user.id)
    return {
      success: true,
      data: rows.map((row) => ({
        address: row.address,
        linked_at: row.linked_at.toISOString(),
      })),
    }
  })

  route(app, endpoints.unlinkWallet, async ({ user, params, body, request }) => {
    const evidence = toEvidence(body ?? {})
    const isGiven = evidence.currentPassword !== undefined || evidence.proof !== undefined
    // A recent sign-in proves ownership for unlinking. Linking always requires more.
    if (isGiven || !(await sessions.isNew(user.sessionId))) {
      await signIn.confirmOwner(user.id, evidence, request.ip)
    }
    const { address } = params
    await accounts.unlinkWallet({ userId: user.id, sessionId: user.sessionId, address })
    return { success: true, user_info: userInfo(await sessions.find(user)) }
  })
}

function registerSessionRoutes(app: FastifyInstance, { sessions }: Auth): void {
  route(app, endpoints.listSessions, async ({ user }) => {
    const rows = await sessions.list(user.id)
    return {
      success: true,
      data: rows.map((row) => ({
        id: row.id,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        user_agent: row.user_agent,
        current: row.id === user.sessionId,
      })),
    }
  })

  route(app, endpoints.endSession, async ({ user, params }) => {
    if (!(await sessions.end(params.id, user.id))) {
      throw new AppError('NOT_FOUND', 'No such session')
    }
    return { success: true }
  })
}

const userInfo = (user: Caller) => ({
  id: user.id,
  username: user.username,
  wallet_addresses: user.walletAddresses,
  has_password: user.hasPassword,
})

const toEvidence = ({ current_password: currentPassword, proof }: endpoints.Reauthentication) => ({
  currentPassword,
  proof: proof === undefined ? undefined : toProof(proof),
})

const toProof = (body: {
  wallet_address: string
  signature: string
  nonce?: string | undefined
}) => ({ address: body.wallet_address, signature: body.signature, nonce: body.nonce })
