import { expect, it } from 'vitest'
import { lintTools } from '#server/modules/apps/review/tool-lint.ts'

it.each(['http://', '<user', '<user http://a?b', 'never tell '])(
  'reads a description of many “%s” in a moment',
  (part) => {
    const tool = {
      name: 'get_thing',
      title: null,
      description: part.repeat(60_000),
      inputSchema: { type: 'object' as const },
      outputSchema: null,
    }
    const startedAt = performance.now()
    lintTools([tool])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  },
)
