import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { AgentDefinition, UserAgent } from '#contract/apps/agents.ts'
import { parseSaved } from '#src/lib/storage/saved-record.ts'
import { readSavedInput } from '#src/platform/auth/saved-input.ts'
import type { ScheduleWish } from '#src/features/agent-builder/schedule/schedule-wish.ts'
import type { AgentDraft } from '#src/features/agent-builder/agent-draft.ts'

export type Edited = {
  /** Changes with each edit, so that a late answer cannot change the next edit. */
  key: number
  userId: string
  /** null if it is not on the server yet. */
  id: string | null
  /** The agent as it was when the edit began. */
  initial: AgentDraft
  draft: AgentDraft
  /** The server's name for the author of the draft; null without one. */
  engine: string | null
  /** Parts of the idea that no agent can do. */
  limitations: readonly string[]
  /** The schedule that the idea asked for, offered once the agent is saved; null without one. */
  wish: ScheduleWish | null
  /** The preview that can be chatted with, as it was when it was last tried. */
  tried: UserAgent | null
}

/** How a draft came about. */
export type DraftOrigin = Pick<Edited, 'engine' | 'limitations' | 'wish'>

/** Outlives its window, so that an editor closed by mistake can be reopened. */
export const editedAgent = createStore<{ edited: Edited | null }>(() => ({ edited: null }))

let nextKey = 1

export const beginEdit = (
  start: Pick<Edited, 'userId' | 'id' | 'initial' | 'engine' | 'limitations' | 'wish'>,
): void =>
  editedAgent.setState({ edited: { ...start, key: nextKey++, draft: start.initial, tried: null } })

export const KEPT_AGENT = 'agent'

const KeptEdit = z.object({
  id: z.nullable(z.string()),
  initial: AgentDefinition,
  draft: AgentDefinition,
  engine: z.nullable(z.string()),
  limitations: z.array(z.string()),
  wish: z._default(
    z.nullable(z.object({ choice: z.string(), at: z.string(), prompt: z.string() })),
    null,
  ),
  tried: z.nullable(UserAgent),
})

export const getKeptEditText = ({
  id,
  initial,
  draft,
  engine,
  limitations,
  wish,
  tried,
}: Edited): string => JSON.stringify({ id, initial, draft, engine, limitations, wish, tried })

/** Continues this user's edit after an expired session or a reload. */
export const resumeEdit = (userId: string): void => {
  if (editedAgent.getState().edited?.userId === userId) return
  const kept = parseSaved(readSavedInput(KEPT_AGENT), KeptEdit)
  if (kept !== null) editedAgent.setState({ edited: { ...kept, userId, key: nextKey++ } })
}

/** Changes that edit, unless another one has begun since. */
export const changeEdit = (
  key: number,
  changes: Partial<Pick<Edited, 'id' | 'initial' | 'draft' | 'engine' | 'limitations' | 'tried'>>,
): void =>
  editedAgent.setState((state) =>
    state.edited?.key === key ? { edited: { ...state.edited, ...changes } } : state,
  )

export const endEdit = (key: number): void =>
  editedAgent.setState((state) => (state.edited?.key === key ? { edited: null } : state))
