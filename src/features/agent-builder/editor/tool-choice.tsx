import { Checkbox } from '#src/ui/form/checkbox.tsx'
import type { AgentTool } from '#contract/apps/agents.ts'
import { getStoreAppPath } from '#src/platform/apps/added-app-definitions.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { LoadFailure } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { useAgentTools } from '#src/features/agent-builder/agents-api.ts'

const STORE_PATH = '/app-store'

type ToolChoiceProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Lists the tools of installed apps, and chosen tools of removed apps to deselect. */
export const ToolChoice = ({ chosen, onChange }: ToolChoiceProps) => {
  const query = useAgentTools()
  const tools = query.data ?? []
  const byApp = Map.groupBy(tools, ({ app }) => app.id)
  const known = new Set(tools.map(({ name }) => name))
  const missing = query.isSuccess ? chosen.filter((name) => !known.has(name)) : []
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-ui font-medium">
        Tools{chosen.length > 0 && ` (${chosen.length} chosen)`}
      </legend>
      {query.isPending && (
        <div role="status" aria-label="Loading tools">
          <Skeleton className="h-20" />
        </div>
      )}
      <LoadFailure query={query}>We couldn’t load the tools.</LoadFailure>
      {query.isSuccess && tools.length === 0 && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-ui text-ink-muted">
          Your agent can look things up on the chain, research, and use your calendar. Install an
          app from the App Store to give it more tools.
          <Button size="sm" onClick={() => void openApp(STORE_PATH)}>
            Open App Store
          </Button>
        </p>
      )}
      {[...byApp].map(([appId, own]) => (
        <div key={appId} className="grid gap-1 rounded-lg p-3 ring-1 ring-line ring-inset">
          <Button
            variant="plain"
            className="justify-self-start text-ui font-semibold hover:underline"
            onClick={() => void openApp(getStoreAppPath(appId))}
          >
            {own[0]?.app.name}
          </Button>
          {own.map((tool) => (
            <ToolRow
              key={tool.name}
              tool={tool}
              isChosen={chosen.includes(tool.name)}
              onToggle={() => toggle(tool.name)}
            />
          ))}
        </div>
      ))}
      {missing.length > 0 && (
        <div className="grid gap-1 text-ui text-ink-muted">
          From apps that you haven’t installed:
          {missing.map((name) => (
            <span key={name} className="flex items-center justify-between gap-2">
              <span className="wrap-anywhere">{formatToolTitle(name)}</span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove ${formatToolTitle(name)}`}
                onClick={() => toggle(name)}
              >
                Remove
              </Button>
            </span>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** Returns `Notes: list notes` for `notes__list_notes`; the titles of an app that is not installed are unknown. */
const formatToolTitle = (name: string): string => {
  const [app = '', ...tool] = name.split('__')
  const words = (text: string) => text.replaceAll(/[_-]+/g, ' ').trim()
  const title = words(app).replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase('en-US'))
  return tool.length === 0 ? title : `${title}: ${words(tool.join(' '))}`
}

type ToolRowProps = { tool: AgentTool; isChosen: boolean; onToggle: () => void }

const ToolRow = ({ tool, isChosen, onToggle }: ToolRowProps) => (
  <Checkbox isChecked={isChosen} onChange={onToggle}>
    <span className="flex flex-wrap items-center gap-2 font-medium">
      {tool.title}
      {tool.writes && <Badge tone="warning">Asks first</Badge>}
    </span>
    <span className="line-clamp-2 text-ui text-ink-muted" dir="auto">
      {tool.description}
    </span>
  </Checkbox>
)
