import type { FastifyInstance, FastifyRequest } from 'fastify'
import { finishAppSignIn, oauthClientDocument, startAppSignIn } from '#contract/apps/apps.ts'
import { sha256 } from '#server/lib/sha256.ts'
import { API_PREFIX, bind, publicRoute, route, success } from '#server/http/route.ts'
import { SIGN_IN_SECONDS, type AppSignIn, type Returned } from './app-sign-in.ts'
import { SIGN_IN_PAGE_POLICY, signInPage } from './sign-in-page.ts'

type Parts = {
  signIn: AppSignIn
  clientDocument: { client_id: string }
  productName: string
  origin: string
}

/**
 * Binds the start and the redirect of a sign-in. A cookie of the starting browser links both, so that no user can
 * finish another user's sign-in.
 */
export function registerSignInRoutes(app: FastifyInstance, parts: Parts): void {
  const { signIn, clientDocument, productName, origin } = parts
  const flags = `Path=${API_PREFIX}/apps/oauth; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`

  route(app, startAppSignIn, async ({ user, params, reply }) => {
    const { url, state, browserKey } = await signIn.start(
      { id: user.id, sessionId: user.sessionId },
      params.id,
    )
    reply.header(
      'set-cookie',
      `${cookieName(state)}=${browserKey}; Max-Age=${SIGN_IN_SECONDS}; ${flags}`,
    )
    return success({ authorization_url: url.href, host: url.host, expires_in: SIGN_IN_SECONDS })
  })

  bind(app, finishAppSignIn, async (request, reply) => {
    const returned = request.query as Returned
    const name = cookieName(returned.state ?? '')
    const outcome = await signIn.finish(returned, readCookie(request, name))
    return reply
      .code(outcome.ok ? 200 : 400)
      .headers({
        'content-security-policy': SIGN_IN_PAGE_POLICY,
        'set-cookie': `${name}=; Max-Age=0; ${flags}`,
      })
      .type('text/html; charset=utf-8')
      .send(signInPage(outcome, productName))
  })

  publicRoute(app, oauthClientDocument, () => clientDocument)
}

const NAME_CHARS = 16
/** One cookie per sign-in, so that two at once don't conflict. */
const cookieName = (state: string): string => `app_sign_in_${sha256(state).slice(0, NAME_CHARS)}`

const readCookie = ({ headers }: FastifyRequest, name: string): string | null => {
  const given = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return given.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
