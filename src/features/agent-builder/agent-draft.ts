import { AgentDefinition, type UserAgent } from '#contract/apps/agents.ts'

/** The most characters per field; `questions` is a number of questions. */
export const LIMITS = {
  idea: 4_000,
  name: 80,
  description: 500,
  instructions: 8_000,
  question: 300,
  questions: 12,
} as const

/** An agent in the editor. Blank questions are kept until it is saved. */
export type AgentDraft = AgentDefinition

export const EMPTY_DRAFT: AgentDraft = {
  name: '',
  description: '',
  instructions: '',
  logo: '🤖',
  suggested_questions: [],
  tools: [],
}

export const draftFromAgent = (agent: UserAgent): AgentDraft => ({
  name: agent.name,
  description: agent.description ?? '',
  instructions: agent.instructions ?? '',
  logo: agent.logo ?? '',
  suggested_questions: agent.suggested_questions ?? [],
  tools: agent.tools ?? [],
})

/** Returns the draft as it is sent: trimmed, without empty questions. */
export const cleanDraft = (draft: AgentDraft): AgentDraft => ({
  ...draft,
  name: draft.name.trim(),
  description: draft.description.trim(),
  instructions: draft.instructions.trim(),
  suggested_questions: draft.suggested_questions.map((text) => text.trim()).filter(Boolean),
})

export const findDraftProblem = (draft: AgentDraft): string | null =>
  draft.name.trim() === '' ? 'Give the agent a name.' : null

export const isSameDraft = (one: AgentDraft, other: AgentDraft): boolean =>
  JSON.stringify(cleanDraft(one)) === JSON.stringify(cleanDraft(other))

/** Returns the name of a copy, within the limit. */
export const copyName = (name: string): string => `${name.slice(0, LIMITS.name - 7)} (copy)`

const FILE_KIND = 'soldesk-agent'

/** Returns the name and JSON text of the file for an exported agent. */
export const exportAgent = (draft: AgentDraft): { name: string; text: string } => ({
  name: `${
    draft.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'agent'
  }.json`,
  text: `${JSON.stringify({ kind: FILE_KIND, version: 1, ...cleanDraft(draft) }, null, 2)}\n`,
})

export type Imported = { ok: true; draft: AgentDraft } | { ok: false; reason: string }

/** Reads an exported agent. Unknown fields of the file are left out. */
export const parseAgentFile = (text: string): Imported => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'The file is not JSON.' }
  }
  const parsed = AgentDefinition.safeParse(json)
  if (parsed.success) return { ok: true, draft: parsed.data }
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  return {
    ok: false,
    reason: `Not a valid agent file${place === '' ? '.' : `: ${place} is missing or invalid.`}`,
  }
}
