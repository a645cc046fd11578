import { accountMethods } from './account-methods.ts'
import { blockMethods } from './block-methods.ts'
import { CHEAT_METHODS, createCheatMethods } from './cheat-methods.ts'
import { clusterMethods } from './cluster-methods.ts'
import { createFaults, type FaultMode } from './faults.ts'
import { historyMethods } from './history-methods.ts'
import type { RpcMethods, RpcNode } from './rpc-method.ts'
import { toRpcError, ChainRpcError, RPC_ERROR } from './rpc-error.ts'
import { tokenMethods } from './token-methods.ts'
import { transactionMethods } from './transaction-methods.ts'

export type Answer =
  | { kind: 'body'; body: unknown }
  | { kind: 'status'; status: 429 | 500 }
  | { kind: 'silence' }

export type Dispatcher = {
  /** Handles one request or a batch, parsed from JSON. `mayCheat` allows the chain_* methods. */
  answer(request: unknown, access: { mayCheat: boolean }): Promise<Answer>
}

type Id = string | number | null

const MAX_BATCH = 1000
const isCheat = (method: string) => (CHEAT_METHODS as readonly string[]).includes(method)

export function createDispatcher(node: RpcNode): Dispatcher {
  const faults = createFaults()
  const methods: RpcMethods = {
    ...accountMethods,
    ...blockMethods,
    ...clusterMethods,
    ...historyMethods,
    ...tokenMethods,
    ...transactionMethods,
    ...createCheatMethods(faults),
  }

  async function answerOne(request: unknown, mayCheat: boolean): Promise<Answer | null> {
    const call = readCall(request)
    if (call === null) return buildFailure(null, invalidRequest())
    const { id, method, params } = call
    const fault = isCheat(method) ? null : faults.take(method)
    if (fault !== null) return buildFaultAnswer(fault, id)
    try {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (run === undefined || (isCheat(method) && !mayCheat)) throw methodNotFound()
      requireContextSlot(node, params)
      const result = await run(node, params)
      return call.isNotification ? null : body({ jsonrpc: '2.0', result: result ?? null, id })
    } catch (error) {
      return buildFailure(id, toRpcError(error))
    }
  }

  return {
    async answer(request, { mayCheat }) {
      if (!Array.isArray(request)) return (await answerOne(request, mayCheat)) ?? body(undefined)
      if (request.length === 0 || request.length > MAX_BATCH)
        return buildFailure(null, invalidRequest())
      const answers = await Promise.all(request.map((each) => answerOne(each, mayCheat)))
      // A batch has one HTTP response, so a status or a missing answer of one entry applies to all.
      const whole = answers.find((answer) => answer !== null && answer.kind !== 'body')
      if (whole !== undefined && whole !== null) return whole
      return body(answers.flatMap((answer) => (answer?.kind === 'body' ? [answer.body] : [])))
    },
  }
}

function readCall(request: unknown) {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return null
  const { jsonrpc, method, params, id } = request as Record<string, unknown>
  if (jsonrpc !== '2.0' || typeof method !== 'string') return null
  if (params !== undefined && params !== null && !Array.isArray(params)) return null
  const isNotification = id === undefined
  const knownId: Id = typeof id === 'string' || typeof id === 'number' ? id : null
  return { method, params: Array.isArray(params) ? params : [], id: knownId, isNotification }
}

function buildFaultAnswer(mode: FaultMode, id: Id): Answer {
  switch (mode) {
    case 'hang':
      return { kind: 'silence' }
    case '429':
      return { kind: 'status', status: 429 }
    case '500':
      return { kind: 'status', status: 500 }
    case 'null':
      return body({ jsonrpc: '2.0', result: null, id })
    case 'error': {
      const error = new ChainRpcError(RPC_ERROR.nodeUnhealthy, 'Node is behind by 42 slots', {
        numSlotsBehind: 42,
      })
      return buildFailure(id, error)
    }
  }
}

/** Any method's configuration may require a minimum slot. */
function requireContextSlot({ chain }: RpcNode, params: readonly unknown[]): void {
  const config = params.at(-1)
  if (typeof config !== 'object' || config === null || !('minContextSlot' in config)) return
  const { minContextSlot } = config
  const contextSlot = chain.getSlot()
  if (typeof minContextSlot === 'number' && minContextSlot > contextSlot) {
    throw new ChainRpcError(
      RPC_ERROR.minContextSlotNotReached,
      'Minimum context slot has not been reached',
      { contextSlot },
    )
  }
}

const body = (content: unknown): Answer => ({ kind: 'body', body: content })
const methodNotFound = () => new ChainRpcError(RPC_ERROR.methodNotFound, 'Method not found')
const invalidRequest = () => new ChainRpcError(RPC_ERROR.invalidRequest, 'Invalid request')

const buildFailure = (id: Id, { code, message, data }: ChainRpcError): Answer =>
  body({
    jsonrpc: '2.0',
    error: { code, message, ...(data === undefined ? {} : { data }) },
    id,
  })
