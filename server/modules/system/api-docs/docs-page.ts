import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { escapeUTF8 as escapeHtml } from 'entities'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#server/http/route.ts'
import { openApiDocument } from './openapi.ts'

/** Everything on the page comes from this server. Swagger UI draws some icons from `data:` addresses. */
const CONTENT_POLICY = {
  'default-src': `'none'`,
  'script-src': `'self'`,
  'style-src': `'self'`,
  'img-src': [`'self'`, 'data:'],
  'connect-src': `'self'`,
  'base-uri': `'none'`,
  'form-action': `'none'`,
  'frame-ancestors': `'none'`,
}

/** The class is Swagger UI's. Its own switch belongs to a layout that also asks for the address of a document. */
const FOLLOW_SYSTEM_THEME = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

/** Serves the OpenAPI document of the endpoints bound so far, and Swagger UI. */
export async function registerApiDocs(app: FastifyInstance, title: string): Promise<void> {
  const document = openApiDocument(app.api.endpoints, { title })
  const text = JSON.stringify(document)
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: `${API_PREFIX}/docs`,
    staticCSP: CONTENT_POLICY,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', filter: true, tryItOutEnabled: true },
    theme: {
      // Swagger UI writes the title into its page as it is.
      title: escapeHtml(`${title} API`),
      js: [{ filename: 'theme.js', content: FOLLOW_SYSTEM_THEME }],
    },
  })
}
