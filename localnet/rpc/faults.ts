import { invalidParams } from './rpc-error.ts'
import { parseConfigParam } from './params.ts'

/** How a method fails: a JSON-RPC error, an HTTP status, no response, or an empty result. */
const MODES = ['error', '429', '500', 'hang', 'null'] as const
export type FaultMode = (typeof MODES)[number]

export type Faults = {
  /** `{method, mode, times}` arms a fault, null clears all. Throws ChainRpcError on anything else. */
  set(request: unknown): void
  take(method: string): FaultMode | null
}

export function createFaults(): Faults {
  const armed = new Map<string, { mode: FaultMode; left: number }>()
  return {
    set(request) {
      if (request === null) {
        armed.clear()
        return
      }
      const { method, mode, times } = parseConfigParam(request)
      const known = MODES.find((candidate) => candidate === String(mode))
      if (typeof method !== 'string' || known === undefined) {
        throw invalidParams(
          `Invalid params: chain_fault takes [{method, mode: ${MODES.map((name) => `"${name}"`).join(' | ')}, times}] or [null].`,
        )
      }
      const left = times === undefined || times === null ? 1 : times
      if (typeof left !== 'number' || !Number.isSafeInteger(left) || left < 0) {
        throw invalidParams('Invalid params: times must be a whole number, not negative.')
      }
      if (left === 0) armed.delete(method)
      else armed.set(method, { mode: known, left })
    },
    take(method) {
      const fault = armed.get(method)
      if (fault === undefined) return null
      fault.left -= 1
      if (fault.left <= 0) armed.delete(method)
      return fault.mode
    },
  }
}
