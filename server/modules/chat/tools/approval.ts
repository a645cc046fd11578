import type { AssistantTool } from './tool.ts'

/** Why a call happens: the user's own word (a command, a form, an approval), or somebody's guess at it. */
export type CallOrigin = 'user' | 'routed' | 'model'

export type ApprovalCase = {
  tool: Pick<AssistantTool, 'name' | 'title' | 'app' | 'writes' | 'isTrusted' | 'price'>
  origin: CallOrigin
  /** Ids of apps whose output stands in the conversation and is not the product's own. */
  foreignApps: ReadonlySet<string>
}

/**
 * Why a call has to be approved by the user first; null when it need not. A tool that changes something always asks,
 * because even its description is foreign text. What an app's tool says is data: after it, a call to another app could
 * be the tool's wish and not the user's.
 */
export function approvalReason({ tool, origin, foreignApps }: ApprovalCase): string | null {
  const name = tool.title ?? tool.name
  if (tool.price !== undefined) {
    const { points } = tool.price
    return `${name} costs ${points} ${points === 1 ? 'POINT' : 'POINTS'} (${points / 100} SOL).`
  }
  if (origin === 'user') return null
  if (tool.writes) {
    const isAfterForeignText = origin === 'model' && foreignApps.size > 0
    const change = `${name} changes something in ${tool.app.name}`
    return isAfterForeignText ? `${change}, after text from outside was read.` : `${change}.`
  }
  if (origin === 'routed' || foreignApps.size === 0) return null
  const isOtherApp = [...foreignApps].some((id) => id !== tool.app.id)
  return tool.isTrusted !== true && isOtherApp
    ? `${name} would let ${tool.app.name} see what came from another app.`
    : null
}
