import { createStore } from 'zustand/vanilla'
import type { UserAgent } from '#contract/apps/agents.ts'
import type { AgentDraft } from '#src/features/agent-builder/agent-draft.ts'

export type Edited = {
  key: number
  userId: string
  /** null: it is not on the server yet. */
  id: string | null
  initial: AgentDraft
  draft: AgentDraft
  engine: string | null
  /** What the idea asked for and no agent can do. */
  limitations: readonly string[]
  /** The preview that can be chatted with, as it was when it was last tried. */
  tried: UserAgent | null
}

/** It outlives its window: one that was closed by mistake shows it again. */
export const editedAgent = createStore<{ edited: Edited | null }>(() => ({ edited: null }))

let nextKey = 1

export const beginEdit = (
  start: Pick<Edited, 'userId' | 'id' | 'initial' | 'engine' | 'limitations'>,
): void =>
  editedAgent.setState({ edited: { ...start, key: nextKey++, draft: start.initial, tried: null } })

/** Changes that edit, unless another one has begun meanwhile. */
export const changeEdit = (key: number, changes: Partial<Pick<Edited, 'draft' | 'tried'>>): void =>
  editedAgent.setState((state) =>
    state.edited?.key === key ? { edited: { ...state.edited, ...changes } } : state,
  )

export const endEdit = (key: number): void =>
  editedAgent.setState((state) => (state.edited?.key === key ? { edited: null } : state))
