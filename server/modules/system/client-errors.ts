import type { FastifyInstance } from 'fastify'
import { reportClientError, withoutSecrets } from '#contract/system/client-error.ts'
import { publicRoute } from '#server/http/route.ts'

export function registerClientErrors(app: FastifyInstance): void {
  publicRoute(app, reportClientError, ({ body, request }) => {
    const report = Object.fromEntries(
      Object.entries(body).map(([name, text]) => [name, withoutSecrets(text)]),
    )
    request.log.error({ client: report }, 'a page crashed')
    return { success: true }
  })
}
