import type { AgentDraft } from '#src/features/agent-builder/agent-draft.ts'
import { AGENT_TEMPLATES } from './agent-templates.ts'
import type { Made } from '#src/features/agent-builder/editor/edited-agent.ts'
import { useAgentTools } from '#src/features/agent-builder/agents-api.ts'
import { getAddedIcon } from '#src/platform/apps/added-app-definitions.ts'
import { Button } from '#src/ui/form/button.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'

type TemplateGalleryProps = {
  onChoose: (draft: AgentDraft, made: Made) => void
}

export const TemplateGallery = ({ onChoose }: TemplateGalleryProps) => {
  const { data: tools } = useAgentTools()
  const hasApp = (id: string) => tools === undefined || tools.some(({ app }) => app.id === id)
  return (
    <section className="grid gap-2" aria-label="Templates">
      <h3 className="text-ui font-semibold">Start from a template</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2">
        {AGENT_TEMPLATES.map(({ id, app, draft }) => (
          <li key={id} className="flex rounded-lg ring-1 ring-line ring-inset">
            <Button
              variant="row"
              className="items-start gap-3"
              onClick={() =>
                onChoose(draft, {
                  engine: null,
                  wish: null,
                  limitations: hasApp(app.id)
                    ? []
                    : [`It needs an app for this. Install ${app.name} in the App Store.`],
                })
              }
            >
              <AppIcon icon={getAddedIcon(draft.name, draft.logo)} sizePx={36} />
              <span className="min-w-0">
                <span className="block font-medium">{draft.name}</span>
                <span className="block text-ui text-ink-muted">{draft.description}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
