import type { ToolChoice } from '#contract/apps/apps.ts'
import { findSuspicion } from '#server/modules/apps/review/tool-lint.ts'
import type { AppRow } from '#server/modules/apps/store/app-repository.ts'

type Chosen = Pick<AppRow, 'ownerId' | 'writingTools' | 'toolChoices'>
type Described = Parameters<typeof findSuspicion>[0]

/**
 * Returns whether a tool asks, always runs or is blocked. Tools that change something, and tools with a suspicious
 * description, cannot run without asking. Without a choice, suspicious tools are blocked and those of own servers ask.
 */
export const chooseForTool = (
  { ownerId, writingTools, toolChoices }: Chosen,
  tool: Described,
): ToolChoice => {
  const isSuspicious = ownerId !== null && findSuspicion(tool) !== null
  const chosen = toolChoices[tool.name]
  if (chosen === 'block') return 'block'
  if (isSuspicious) return chosen === undefined ? 'block' : 'ask'
  if (writingTools.includes(tool.name)) return 'ask'
  return chosen ?? (ownerId === null ? 'always' : 'ask')
}
