import { expect, it } from 'vitest'
import * as analysis from '#contract/analysis.ts'
import { openApiDocument } from '#server/modules/system/openapi.ts'

it.each([
  [analysis.getReport, 'application/json'],
  [analysis.reportEvents, 'text/event-stream'],
  [analysis.reportCsv, 'text/csv'],
  [analysis.reportJson, 'application/json'],
])('says that $name answers %s', (endpoint, mediaType) => {
  const { paths } = openApiDocument([endpoint], { title: 'Test' })
  expect(paths).toMatchObject({
    [`/api${endpoint.path}`]: { get: { responses: { 200: { content: { [mediaType]: {} } } } } },
  })
})
