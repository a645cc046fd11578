import { linkToWindow } from '#contract/paths.ts'
import { escapeUTF8 as escapeHtml } from 'entities'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { finishAppSignIn, oauthClientDocument, startAppSignIn } from '#contract/apps/apps.ts'
import { API_PREFIX, bind, publicRoute, route, success } from '#server/http/route.ts'
import { sha256 } from '#server/lib/sha256.ts'
import {
  type AppSignIn,
  type Returned,
  SIGN_IN_SECONDS,
  type SignInOutcome,
} from './app-sign-in.ts'

type Parts = {
  signIn: AppSignIn
  clientDocument: { client_id: string }
  productName: string
  origin: string
}

/** Binds start and redirect of a sign-in by a cookie, so that no user can finish another's. */
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
      `${toCookieName(state)}=${browserKey}; Max-Age=${SIGN_IN_SECONDS}; ${flags}`,
    )
    return success({ authorization_url: url.href, host: url.host, expires_in: SIGN_IN_SECONDS })
  })

  bind(app, finishAppSignIn, async (request, reply) => {
    const returned = request.query as Returned
    const name = toCookieName(returned.state ?? '')
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
/** Returns the name of the cookie. There is one per sign-in, so that two at once do not conflict. */
const toCookieName = (state: string): string => `app_sign_in_${sha256(state).slice(0, NAME_CHARS)}`

const readCookie = ({ headers }: FastifyRequest, name: string): string | null => {
  const given = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return given.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

const STYLE = `:root{color-scheme:light dark;--ground:#f7f5f2;--card:#fff;--ink:#1c1b22;--muted:#5d5b66;--line:#e3dfd9;--accent:#4f46e5;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#12131c;--card:#1b1d2a;--ink:#f1f0f7;--muted:#a9a7b8;--line:#30334a;--accent:#8b87ff;--on:#12131c}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{box-sizing:border-box;max-width:26rem;margin:1rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.75rem}
p{margin:0 0 1.5rem;color:var(--muted);overflow-wrap:anywhere}
a{display:inline-block;padding:.625rem 1rem;border-radius:8px;background:var(--accent);color:var(--on);text-decoration:none;font-weight:600}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const SIGN_IN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const BACK = linkToWindow('/app-store')

/** Returns the page after the OAuth redirect. It has no script; the opener polls for the result. */
const signInPage = (outcome: SignInOutcome, productName: string): string => {
  const title = outcome.ok ? `You are signed in to ${outcome.appName}` : 'You were not signed in'
  const text = outcome.ok ? `You can close this page and go on in ${productName}.` : outcome.text
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="${BACK}">Back to the App Store</a>
</main>
</body>
</html>
`
}
