import { formatDate } from '#src/lib/dates.ts'
import type { AgentVersion, UserAgent } from '#contract/apps/agents.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { useSaveAgent, useVersions } from '#src/features/agent-builder/agents-api.ts'

type AgentVersionsDialogProps = { agent: UserAgent; onClose: () => void }

/** Lists what an agent was before, and restores one of it. The present version becomes an earlier one. */
export const AgentVersionsDialog = ({ agent, onClose }: AgentVersionsDialogProps) => {
  const versions = useVersions(agent.id)
  const save = useSaveAgent()
  const restore = (version: AgentVersion) =>
    save.mutate(
      { id: agent.id, agent: version.definition },
      {
        onSuccess: () => {
          onClose()
          showToast({ title: `${version.definition.name} is restored` })
        },
      },
    )
  return (
    <Dialog
      size="md"
      onClose={onClose}
      title={`Earlier versions of ${agent.name}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {versions.isPending && <LoadingRows label="Loading versions" rowClass="h-12" />}
      <LoadFailure query={versions}>We couldn’t load the versions.</LoadFailure>
      {save.isError && <Alert tone="danger" title={save.error.message} />}
      {versions.data?.length === 0 && (
        <p className="text-ink-muted">No earlier versions. Each save keeps the one before.</p>
      )}
      <ul className="divide-y divide-line">
        {versions.data?.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block truncate font-medium" dir="auto">
                {version.definition.name}
              </span>
              <span className="block text-ui text-ink-muted">
                Until {formatDate(version.replaced_at, 'date and clock')}
              </span>
            </span>
            <Button size="sm" isLoading={save.isPending} onClick={() => restore(version)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
