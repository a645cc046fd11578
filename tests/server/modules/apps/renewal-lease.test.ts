import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { OauthFailure } from '#server/clients/mcp/oauth-failure.ts'
import type { Tokens } from '#server/clients/mcp/oauth.ts'
import { createAppAccess } from '#server/modules/apps/sign-in/app-access.ts'
import { createAppSecrets, type Grant } from '#server/modules/apps/sign-in/app-secrets.ts'
import type { Owner } from '#server/modules/apps/sign-in/secret-repository.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { testDatabase } from '#tests/support/database.ts'

const SERVER = 'https://mcp.example/mcp'

const database = await testDatabase()
afterAll(() => database.drop())

const tokens = (name: string): Tokens => ({
  accessToken: `access ${name}`,
  refreshToken: `refresh ${name}`,
  expiresAt: Date.now() + 3_600_000,
})
const grant: Grant = {
  serverUrl: SERVER,
  resource: SERVER,
  service: {
    issuer: 'https://service.example',
    authorization_endpoint: 'https://service.example/authorize',
    token_endpoint: 'https://service.example/token',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  },
  client: { client_id: 'client' },
  tokens: { ...tokens('first'), expiresAt: 0 },
}

/** Two processes that renew the same grant: the first takes longer than its claim lasts. */
async function twoProcesses() {
  const { db } = database
  const owner: Owner = { userId: randomUUID(), appId: 'guarded' }
  await db.query(
    `insert into store_app (id, name, category, publisher, transport)
     values ('guarded', 'Guarded', 'Tools', 'Us', '{}') on conflict do nothing`,
  )
  const secrets = createAppSecrets({ db, box: createSecretBox(['a secret of the tests']) })
  await secrets.write(owner, { kind: 'grant', grant })
  const revoke = vi.fn(() => Promise.resolve())
  const processOf = (renew: () => Promise<Tokens>) =>
    createAppAccess({
      secrets,
      oauthFor: () => ({ renew, revoke }),
      onUnknownClient: () => Promise.resolve(),
      now: Date.now,
      onError: () => undefined,
    })
  const tokenFrom = async (renew: () => Promise<Tokens>) => {
    const opening = await processOf(renew).open(owner, SERVER)
    return opening?.kind === 'grant' ? opening.access.token() : undefined
  }
  const answer = Promise.withResolvers<Tokens>()
  const isAsked = Promise.withResolvers<void>()
  const slow = tokenFrom(() => {
    isAsked.resolve()
    return answer.promise
  })
  await isAsked.promise
  await db.query(
    `update app_secret set renewing_until = now() - interval '1 second' where user_id = $1`,
    [owner.userId],
  )
  const stored = async () => {
    const secret = await secrets.read(owner)
    return secret?.kind === 'grant' ? secret.grant.tokens.accessToken : null
  }
  return { answer, slow, revoke, tokenFrom, stored }
}

it('does not let a renewal that took too long replace a later one', async () => {
  const { answer, slow, revoke, tokenFrom, stored } = await twoProcesses()
  expect(await tokenFrom(async () => tokens('second'))).toBe('access second')
  answer.resolve(tokens('late'))
  expect(await slow).toBe('access second')
  expect(await stored()).toBe('access second')
  expect(revoke).not.toHaveBeenCalled()
})

it('does not let a late renewal change the grant while the next one is under way', async () => {
  const { answer, slow, tokenFrom, stored } = await twoProcesses()
  const second = await tokenFrom(async () => {
    answer.reject(new OauthFailure('refused'))
    await slow
    expect(await stored()).toBe('access first')
    return tokens('second')
  })
  expect(second).toBe('access second')
  expect(await stored()).toBe('access second')
})
