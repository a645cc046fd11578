import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageFallback } from './error-handler.ts'

/** Paths that are never a page of the browser side. */
const NO_PAGE = /^\/(api|rpc|assets|healthz|readyz|metrics)(\/|$)/
/**
 * A page's path has plain segments. Dots belong to files, and a dot, a slash or a backslash in disguise to somebody who
 * is trying to climb out of the folder.
 */
const PAGE_PATH = /^(\/[\w~@:+-]+)*\/?$/

/**
 * Serves the built browser side: each file under its own name, compressed copies where the caller takes them. Hashed
 * assets are kept for a year, everything else is asked for again. Gives the fallback that answers navigations with the
 * one page there is.
 */
export async function registerStaticSite(
  app: FastifyInstance,
  root: string,
): Promise<PageFallback> {
  await app.register(fastifyStatic, {
    root,
    // Only files that exist at the start have a route, so no path can lead anywhere else.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    preCompressed: true,
    index: 'index.html',
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(`${root}/assets/`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const accept = request.headers.accept ?? '*/*'
    const isNavigation =
      (request.method === 'GET' || request.method === 'HEAD') &&
      PAGE_PATH.test(path) &&
      !NO_PAGE.test(path) &&
      /text\/html|\*\/\*/.test(accept)
    return isNavigation ? reply.code(200).sendFile('index.html') : undefined
  }
}
