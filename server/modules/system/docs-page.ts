import type { Endpoint } from '#contract/endpoint.ts'
import { API_PREFIX, isAbsent } from '#server/http/route.ts'
import { schemaOf } from './openapi.ts'

/** The calls of the API as one page without a script; its style sheet stands beside it. */
export function docsPage(endpoints: readonly Endpoint[], { title }: { title: string }): string {
  const groups = Map.groupBy(
    endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    (endpoint) => endpoint.path.split('/')[1] ?? '',
  )
  const sections = [...groups].map(
    ([group, members]) =>
      `<section><h2>${escape(group)}</h2>${members.map(article).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} API</title>
<link rel="stylesheet" href="${API_PREFIX}/docs.css">
</head>
<body>
<main>
<h1>${escape(title)} API</h1>
<p>Machine-readable: <a href="${API_PREFIX}/openapi.json">openapi.json</a></p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function article(endpoint: Endpoint): string {
  const parts = [
    schema('Path', endpoint.params, 'input'),
    schema('Query', endpoint.query, 'input'),
    schema('Body', endpoint.body, 'input'),
    schema(endpoint.kind === 'events' ? 'Event' : 'Answer', endpoint.response, 'output'),
  ]
  const marks = [
    ...(endpoint.auth ? ['bearer token'] : ['public']),
    ...(endpoint.idempotent ? ['Idempotency-Key'] : []),
    ...(endpoint.kind === 'json' ? [] : [endpoint.kind]),
  ]
  return `<details id="${escape(endpoint.name)}">
<summary><b>${endpoint.method}</b> <code>${escape(API_PREFIX + endpoint.path)}</code> ${escape(endpoint.summary)}
<small>${marks.join(' · ')}</small></summary>
${parts.join('')}</details>`
}

function schema(title: string, type: Endpoint['body'], io: 'input' | 'output'): string {
  if (isAbsent(type)) return ''
  return `<h3>${title}</h3><pre>${escape(JSON.stringify(schemaOf(type, io), null, 2))}</pre>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

export const DOCS_CSS = `:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h2 { margin: 2rem 0 0.5rem; text-transform: capitalize; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; margin: 0.5rem 0; }
summary { cursor: pointer; padding: 0.5rem 0.75rem; }
summary b { display: inline-block; min-width: 4.5em; }
small { display: block; opacity: 0.7; }
h3 { margin: 0.5rem 0.75rem 0; font-size: 0.9rem; }
pre { margin: 0.25rem 0.75rem 0.75rem; overflow-x: auto; font-size: 13px; }
`
