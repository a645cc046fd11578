import type { ComponentType } from 'react'

/** Loads a component together with the query cache and wraps it in that. */
export const withQueries = async <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) => {
  const [Inner, { scoped }] = await Promise.all([load(), import('./query-scope.tsx')])
  return scoped(Inner)
}
