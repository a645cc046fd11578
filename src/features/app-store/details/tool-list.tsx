import PencilLine from 'lucide-react/icons/pencil-line'
import type { StoreAppDetail, ToolChoice } from '#contract/apps/apps.ts'
import { Badge } from '#src/ui/badge.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { useToolChoice } from '#src/features/app-store/own/own-servers-api.ts'

const CHOICES: readonly { value: ToolChoice; label: string }[] = [
  { value: 'ask', label: 'Ask' },
  { value: 'always', label: 'Always' },
  { value: 'block', label: 'Block' },
]

/** Lists an app's tools. For an installed app, each can ask first, always run or be blocked. */
export const ToolList = ({ detail }: { detail: StoreAppDetail }) => {
  const choose = useToolChoice(detail.id)
  return (
    <ul className="divide-y divide-line rounded-lg ring-1 ring-line ring-inset">
      {detail.tools.map((tool) => (
        <li
          key={tool.name}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-3 py-2.5"
        >
          <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
            <span className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-ui wrap-anywhere">{tool.name}</code>
              {tool.writes === true && (
                <Badge tone="warning">
                  <PencilLine size={11} />
                  Changes something, asks first
                </Badge>
              )}
            </span>
            <span className="text-ui text-ink-muted wrap-anywhere" dir="auto">
              {tool.description}
            </span>
            {typeof tool.warning === 'string' && (
              <span className="text-ui text-danger">
                Its description {tool.warning}. The model doesn’t see it.
              </span>
            )}
          </span>
          {typeof tool.choice === 'string' && (
            <ToggleGroup
              look="segments"
              label={`${tool.name}: when it runs`}
              items={CHOICES.filter(
                ({ value }) =>
                  value !== 'always' || (tool.writes !== true && typeof tool.warning !== 'string'),
              )}
              value={tool.choice}
              onChange={(choice) => choose.mutate({ tool: tool.name, choice })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
