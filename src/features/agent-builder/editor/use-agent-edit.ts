import { useState } from 'react'
import type { UserAgent } from '#contract/apps/agents.ts'
import { getRetryTime, isNotFound } from '#src/lib/api/api-error.ts'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { getAgentPath } from '#src/platform/apps/added-app-definitions.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'
import {
  cleanDraft,
  draftFromAgent,
  findDraftProblem,
  EMPTY_DRAFT,
  isSameDraft,
  type AgentDraft,
} from '#src/features/agent-builder/agent-draft.ts'
import { useDeleteAgent, useSaveAgent } from '#src/features/agent-builder/agents-api.ts'
import { useAgentFiles } from '#src/features/agent-builder/files/files-api.ts'
import { changeEdit, endEdit, type Edited } from './edited-agent.ts'

/** A saved agent has no draft notes, and its preview is the agent itself. */
const NOTHING_LEFT = { engine: null, limitations: [], tried: null } as const

/** The files of an agent that is not saved belong to its preview. */
const FILES_GONE = 'The files of this draft expired. Add them again, then save.'

/** Saves, tries and discards the edited agent. `onTried` runs once the preview can be shown. */
export const useAgentEdit = (edited: Edited, onTried: () => void) => {
  const { key, id, initial, draft, tried, wish } = edited
  const [missing, setMissing] = useState<string | null>(null)
  const save = useSaveAgent()
  const isTooEarly = useIsTooEarly(getRetryTime(save.error))
  const remove = useDeleteAgent()
  const isNew = id === null
  const draftFiles = useAgentFiles(isNew ? (tried?.id ?? null) : null).data?.length ?? 0

  const send = async (target: string | null, isPreview: boolean): Promise<UserAgent | null> => {
    const problem = findDraftProblem(draft)
    setMissing(problem)
    if (problem !== null) return null
    const agent = cleanDraft(draft)
    try {
      const previewOf = isPreview ? id : null
      return { ...agent, id: await save.mutateAsync({ id: target, agent, isPreview, previewOf }) }
    } catch (error) {
      // The server deletes old previews.
      if (target === null || target !== tried?.id || !isNotFound(error)) return null
    }
    changeEdit(key, { tried: null })
    if (draftFiles === 0) return send(null, isPreview)
    setMissing(FILES_GONE)
    return null
  }
  const forgetPreview = () => {
    if (tried === null) return
    remove.mutateAsync(tried.id).catch((error: unknown) => {
      console.warn('The server deletes a preview later', error)
    })
  }
  const tryIt = async (): Promise<UserAgent | null> => {
    const agent = await send(tried?.id ?? null, true)
    if (agent !== null) changeEdit(key, { tried: agent })
    return agent
  }
  return {
    isNew,
    /** Id of the agent that the files belong to; null while a new one is not on the server. */
    filesOwner: id ?? tried?.id ?? null,
    createPreview: async () => (await tryIt())?.id ?? null,
    isSaving: save.isPending,
    isTooEarly,
    /** Why the last attempt to save failed; null if it did not fail. */
    problem: missing ?? save.error?.message ?? null,
    isChanged: !isSameDraft(draft, isNew ? EMPTY_DRAFT : initial),
    /** True when the draft has changed since it was last tried. */
    isPreviewStale: tried !== null && !isSameDraft(draft, draftFromAgent(tried)),
    change: (changed: AgentDraft) => {
      changeEdit(key, { draft: changed })
      setMissing(null)
    },
    tryIt: async () => {
      if ((await tryIt()) !== null) onTried()
    },
    finish: async () => {
      const agent = await send(id ?? tried?.id ?? null, false)
      if (agent === null) return
      if (!isNew) forgetPreview()
      if (isNew && wish !== null) {
        showToast({ title: `${agent.name} is saved`, description: 'Now check its schedule.' })
        const saved = draftFromAgent(agent)
        changeEdit(key, { id: agent.id, initial: saved, draft: saved, ...NOTHING_LEFT })
        return
      }
      showToast({
        title: `${agent.name} is saved`,
        description: 'You’ll find it on your desktop under My Created Agents.',
        action: { label: 'Open', onSelect: () => void openApp(getAgentPath(agent.id)) },
      })
      endEdit(key)
    },
    discard: () => {
      forgetPreview()
      endEdit(key)
    },
  }
}
