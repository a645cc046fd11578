import { useQuery } from '@tanstack/react-query'
import { ALL_CATEGORIES, appsQuery } from '#src/platform/apps/store-queries.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'

/** Links to the store apps whose tools an agent uses and the user has not installed. */
export const MissingApps = ({ tools }: { tools: readonly string[] }) => {
  const { data } = useQuery(appsQuery(ALL_CATEGORIES))
  const installed = new Set(data?.installed_apps.map(({ id }) => id))
  const missing = (data?.app_list ?? []).filter(
    ({ id }) => !installed.has(id) && tools.some((tool) => tool.startsWith(`${id}__`)),
  )
  if (missing.length === 0) return null
  return (
    <Alert tone="warning" title="To use all its tools, install these apps">
      <span className="mt-1 flex flex-wrap gap-2">
        {missing.map(({ id, name }) => (
          <Button key={id} size="sm" onClick={() => openApp(`/app-store?app=${id}`)}>
            {name}
          </Button>
        ))}
      </span>
    </Alert>
  )
}
