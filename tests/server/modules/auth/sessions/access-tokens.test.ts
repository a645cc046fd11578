import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createAccessTokens } from '#server/modules/auth/sessions/access-tokens.ts'
import { TEST_SECRET, testServer } from '#tests/support/server.ts'

const server = await testServer()
const user = await server.signIn()
afterAll(() => server.close())

type Json = Record<string, unknown>
const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json

/** A token signed with the right secret, whatever it says. */
const forge = (header: Json, claims: Json, secret: string | Buffer = TEST_SECRET) => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

const parts = () => {
  const [header, claims, signature] = user.accessToken.split('.')
  return { header: decode(header), claims: decode(claims), signature: signature ?? '' }
}

const me = (token: string) => server.call('GET', '/auth/me', { token })

describe('access token', () => {
  it('opens /auth/me with the user’s name and wallets', async () => {
    const answer = await me(user.accessToken)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: user.userId,
      username: user.username,
      wallet_addresses: [user.wallet.address],
      has_password: false,
    })
  })

  it('says HS256, at+jwt and a key id, and lasts ten minutes', () => {
    const { header, claims } = parts()
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.any(String) as string })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600)
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const forgeries: [string, () => string][] = [
    [
      'alg none without a signature',
      () => {
        const { header, claims } = parts()
        return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`
      },
    ],
    [
      'alg None in other letters',
      () => {
        const { header, claims, signature } = parts()
        return `${encode({ ...header, alg: 'nOnE' })}.${encode(claims)}.${signature}`
      },
    ],
    [
      'RS256 by a key of the attacker',
      () => {
        const { header, claims } = parts()
        const input = `${encode({ ...header, alg: 'RS256' })}.${encode(claims)}`
        return `${input}.${signBytes('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`
      },
    ],
    [
      'HS256 with the public key as the secret',
      () => {
        const { header, claims } = parts()
        return forge(header, claims, rsa.publicKey.export({ format: 'pem', type: 'spki' }))
      },
    ],
    [
      'HS512 by the right secret',
      () => {
        const { header, claims } = parts()
        const input = `${encode({ ...header, alg: 'HS512' })}.${encode(claims)}`
        return `${input}.${createHmac('sha512', TEST_SECRET).update(input).digest('base64url')}`
      },
    ],
    ['an empty secret', () => forge(parts().header, parts().claims, '')],
    [
      'an injected kid',
      () => forge({ ...parts().header, kid: '../../dev/null' }, parts().claims, ''),
    ],
    [
      'an injected jwk',
      () => forge({ ...parts().header, jwk: { kty: 'oct', k: 'AA' } }, parts().claims),
    ],
    [
      'an injected jku',
      () => forge({ ...parts().header, jku: 'http://evil.test' }, parts().claims),
    ],
    ['another type', () => forge({ ...parts().header, typ: 'JWT' }, parts().claims)],
    ['no key id', () => forge({ alg: 'HS256', typ: 'at+jwt' }, parts().claims)],
    ['another audience', () => forge(parts().header, { ...parts().claims, aud: 'other' })],
    ['another issuer', () => forge(parts().header, { ...parts().claims, iss: 'other' })],
    [
      'no session',
      () => {
        const { sid: _, ...claims } = parts().claims
        return forge(parts().header, claims)
      },
    ],
    [
      'a session that is no uuid',
      () => forge(parts().header, { ...parts().claims, sid: `' or 1=1` }),
    ],
    [
      'no expiry',
      () => {
        const { exp: _, ...claims } = parts().claims
        return forge(parts().header, claims)
      },
    ],
    [
      'an expiry that is a text',
      () => forge(parts().header, { ...parts().claims, exp: '9999999999' }),
    ],
    [
      'another user in the same session',
      () =>
        forge(parts().header, { ...parts().claims, sub: '01890000-0000-7000-8000-000000000000' }),
    ],
    ['a refresh token', () => user.refreshToken],
    ['two dots', () => '..'],
    ['ten kilobytes of dots', () => '.'.repeat(10_000)],
  ]
  it.each(forgeries)('is refused with %s', async (_, make) => {
    const answer = await me(make())
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ status: 'error', success: false, data: null })
    expect(answer.body['detail']).toBeTruthy()
  })

  it('is refused with any one character changed', async () => {
    const token = user.accessToken
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`
      // The last character of a part may carry bits that Base64 throws away; a changed signature must still fail.
      if (changed === token) continue
      expect((await me(changed)).status, `character ${at}`).toBe(401)
    }
  })

  it.each([
    ['no header', undefined],
    ['no scheme', 'token'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['an empty token', 'Bearer '],
    ['two tokens', 'Bearer a.b.c d.e.f'],
  ])('is asked for with %s', async (_, authorization) => {
    const answer = await server.call('GET', '/auth/me', {
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('ends after ten minutes and the leeway of two clocks', async () => {
    const { claims } = parts()
    const token = { userId: user.userId, sessionId: String(claims['sid']) }
    const ago = (seconds: number) =>
      createAccessTokens({ secrets: [TEST_SECRET], now: () => Date.now() - seconds * 1000 })
    expect((await me(ago(595).sign(token))).status).toBe(200)
    expect(await me(ago(640).sign(token))).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_EXPIRED' },
    })
  })

  it('is still taken after the secrets have rotated, and not after its secret is gone', () => {
    const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)]
    const now = () => 1_700_000_000_000
    const token = {
      userId: '01890000-0000-7000-8000-000000000001',
      sessionId: '01890000-0000-7000-8000-000000000002',
    }
    const text = createAccessTokens({ secrets: [older], now }).sign(token)
    expect(createAccessTokens({ secrets: [newer, older], now }).verify(text)).toEqual({
      ok: true,
      token,
    })
    expect(createAccessTokens({ secrets: [newer], now }).verify(text)).toEqual({
      ok: false,
      reason: 'invalid',
    })
  })
})
