import type { FastifyInstance } from 'fastify'
import { reportClientError, withoutSecrets } from '#contract/client-error.ts'
import { addressKey, type Limit, type RateLimiter } from '#server/plugins/rate-limit.ts'
import { publicRoute } from '#server/plugins/route.ts'

/** A page reports a handful of crashes at most; more is noise that would fill the log. */
const PER_ADDRESS: Limit = { name: 'client-error:address', max: 30, windowSeconds: 600 }

/** Binds the call by which pages report crashes. A report is written to the log and kept nowhere else. */
export function registerClientErrors(app: FastifyInstance, limiter: RateLimiter): void {
  publicRoute(app, reportClientError, async ({ body, request }) => {
    await limiter.take(PER_ADDRESS, addressKey(request.ip))
    const report = Object.fromEntries(
      Object.entries(body).map(([name, text]) => [name, withoutSecrets(text)]),
    )
    request.log.error({ client: report }, 'a page crashed')
    return { success: true }
  })
}
