import { formatPoints, POINTS_PER_SOL } from '#contract/money.ts'
import type { AssistantTool } from './tool.ts'

/** The decider of a call: the user, the phrase matcher or the model. */
export type CallOrigin = 'user' | 'routed' | 'model'

type ApprovalCase = {
  tool: Pick<
    AssistantTool,
    'name' | 'title' | 'app' | 'writes' | 'asksFirst' | 'isSweeping' | 'isTrusted' | 'price'
  >
  args: Readonly<Record<string, unknown>>
  origin: CallOrigin
  /** Apps whose output is part of the conversation. */
  foreignApps: ReadonlySet<string>
}

/**
 * Returns why the user must approve a call first, or null. A tool that changes something always asks, because even
 * its description is foreign. After an app's output, a call to another app also asks, because the output may have
 * caused it.
 */
export function findApprovalReason({
  tool,
  args,
  origin,
  foreignApps,
}: ApprovalCase): string | null {
  const name = tool.title ?? tool.name
  if (tool.price !== undefined) {
    const { points } = tool.price
    return `${name} costs ${formatPoints(points)} (${points / POINTS_PER_SOL} SOL).`
  }
  if (origin === 'user' && tool.isSweeping?.(args) !== true) return null
  if (tool.writes) {
    const isAfterForeignText = origin === 'model' && foreignApps.size > 0
    const change = `${name} changes something in ${tool.app.name}`
    return isAfterForeignText ? `${change}, after text from outside was read.` : `${change}.`
  }
  if (tool.asksFirst === true) return `You chose to be asked before ${name} runs.`
  if (origin === 'routed' || foreignApps.size === 0) return null
  const isOtherApp = [...foreignApps].some((id) => id !== tool.app.id)
  return tool.isTrusted !== true && isOtherApp
    ? `${name} would let ${tool.app.name} see what came from another app.`
    : null
}
