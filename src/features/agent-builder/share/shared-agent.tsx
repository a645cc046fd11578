import Plus from 'lucide-react/icons/plus'
import { sharedAgent, type SharedAgent as Shared } from '#contract/apps/agent-links.ts'
import { useSaveAgent } from '#src/features/agent-builder/agents-api.ts'
import { getAddedIcon, getAgentPath } from '#src/platform/apps/added-app-definitions.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { SharedItem } from '#src/platform/sharing/shared-item.tsx'
import { openOnDesktop } from '#src/platform/windows/open-app.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** Shows everything about a shared agent, with a button that adds a copy. */
export const SharedAgent = ({ token }: { token: string }) => (
  <div className="mx-auto max-w-3xl">
    <SharedItem
      token={token}
      noun="agent"
      load={(request) => api.callForData(sharedAgent, request)}
    >
      {(agent) => <AgentSheet agent={agent} />}
    </SharedItem>
  </div>
)

const makeCopy = ({
  name,
  logo,
  description,
  instructions,
  suggested_questions,
  tools,
}: Shared) => ({
  name,
  logo,
  description,
  instructions,
  suggested_questions,
  tools: tools.map((tool) => tool.name),
})

const useCopy = (agent: Shared) => {
  const save = useSaveAgent()
  const add = () =>
    save.mutate(
      { id: null, agent: makeCopy(agent) },
      {
        onSuccess: (id) => {
          showToast({
            title: `${agent.name} is added`,
            description: 'It’s yours now: you can change it in Agent Builder.',
          })
          openOnDesktop(getAgentPath(id))
        },
      },
    )
  return { add, isAdding: save.isPending, problem: save.error?.message ?? null }
}

const AgentSheet = ({ agent }: { agent: Shared }) => {
  const { add, isAdding, problem } = useCopy(agent)
  return (
    <div className="grid grid-cols-1 gap-4 px-6 py-8 max-sm:px-4 max-sm:py-5">
      <div className="flex flex-wrap items-center gap-4">
        <AppIcon icon={getAddedIcon(agent.name, agent.logo)} sizePx={56} />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="text-xl font-semibold tracking-snug wrap-anywhere" dir="auto">
            {agent.name}
          </h1>
          <p className="mt-0.5 wrap-anywhere text-ink-muted" dir="auto">
            {agent.description === '' ? 'A shared agent' : agent.description}
          </p>
        </div>
        <Button variant="primary" icon={<Plus size={16} />} isLoading={isAdding} onClick={add}>
          Add to my agents
        </Button>
      </div>
      {problem !== null && (
        <Alert tone="danger" title="The agent is not added">
          {problem}
        </Alert>
      )}
      <Alert title="Someone shared this agent with you. Read what it’s told to do before you add it." />
      <Card title="Instructions">
        {agent.instructions === '' ? (
          <p className="text-ink-muted">None.</p>
        ) : (
          <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {agent.instructions}
          </p>
        )}
      </Card>
      {agent.suggested_questions.length > 0 && (
        <Card title="Suggested questions">
          <ul className="grid gap-1.5">
            {agent.suggested_questions.map((question) => (
              <li key={question} className="wrap-anywhere" dir="auto">
                {question}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ToolsCard agent={agent} />
    </div>
  )
}

const ToolsCard = ({ agent: { tools, omitted_tools: omitted } }: { agent: Shared }) => {
  const missing = new Map(
    tools.flatMap(({ is_installed: is, app }) => (is ? [] : [[app.id, app.name]])),
  )
  return (
    <Card title="Tools">
      {tools.length === 0 && <p className="text-ink-muted">It uses only built-in tools.</p>}
      <ul className="grid gap-3">
        {tools.map(({ name, title, description, writes, app }) => (
          <li key={name}>
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {title}
              <span className="font-normal text-ink-muted">{app.name}</span>
              {writes && <Badge tone="warning">Asks first</Badge>}
            </span>
            <span className="block text-ui wrap-anywhere text-ink-muted" dir="auto">
              {description}
            </span>
          </li>
        ))}
      </ul>
      {missing.size > 0 && (
        <div className="mt-4 grid justify-items-start gap-2 text-ui text-ink-muted">
          To use all its tools, install these apps:
          <span className="flex flex-wrap gap-2">
            {[...missing].map(([id, name]) => (
              <Button key={id} size="sm" onClick={() => openOnDesktop(`/app-store?app=${id}`)}>
                {name}
              </Button>
            ))}
          </span>
        </div>
      )}
      {omitted > 0 && (
        <p className="mt-4 text-ui text-ink-muted">
          {omitted === 1 ? '1 more tool is' : `${omitted} more tools are`} not in the App Store and
          won’t be copied.
        </p>
      )}
    </Card>
  )
}
