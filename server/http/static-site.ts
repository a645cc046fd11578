import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageFallback } from './error-handler.ts'

/** Paths that never return a page. */
const NO_PAGE = /^\/(api|rpc|assets|healthz|readyz|metrics)(\/|$)/
/** Without dots and encoded characters, which could leave the folder. */
const PAGE_PATH = /^(\/[\w~@:+-]+)*\/?$/
/** Placeholder in index.html; see `html.cspNonce` in vite.config.ts. */
const STYLE_NONCE = '__STYLE_NONCE__'

const TITLE = /<title>.*?<\/title>/

/**
 * Serves the built browser side, compressed if accepted. Hashed assets are cached for a year, everything else is
 * revalidated. Returns the page fallback for navigations. `makeHead` returns the replacement of the page's title, or
 * null to keep it.
 */
export async function registerStaticSite(
  app: FastifyInstance,
  root: string,
  makeHead: (request: FastifyRequest) => Promise<string | null>,
): Promise<PageFallback> {
  const page = readFileSync(path.join(root, 'index.html'), 'utf8')
  /** Without a validator, because a cached page would not match the nonce of a new response. */
  const sendPage = (reply: FastifyReply, head: string | null) =>
    reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replaceAll(STYLE_NONCE, reply.styleNonce).replace(TITLE, (title) => head ?? title))

  await app.register(fastifyStatic, {
    root,
    // Only files that exist at the start get a route.
    wildcard: false,
    globIgnore: ['index.html', '**/*.{br,gz}'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(`${root}/assets/`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  for (const url of ['/', '/index.html']) app.get(url, (_, reply) => sendPage(reply, null))

  return (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/'
    const accept = request.headers.accept ?? '*/*'
    const isNavigation =
      (request.method === 'GET' || request.method === 'HEAD') &&
      PAGE_PATH.test(pathname) &&
      !NO_PAGE.test(pathname) &&
      /text\/html|\*\/\*/.test(accept)
    return isNavigation ? makeHead(request).then((head) => sendPage(reply, head)) : undefined
  }
}
