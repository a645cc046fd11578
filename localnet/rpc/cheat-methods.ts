import { type FileHandle, open } from 'node:fs/promises'
import type { Faults } from './faults.ts'
import type { RpcMethod, RpcNode } from './rpc-method.ts'
import { parseConfigParam, type Params } from './params.ts'
import { ChainRpcError, invalidParams, RPC_ERROR } from './rpc-error.ts'

/** 400 ms slots for more than ten years. */
const MAX_WARP_SLOTS = 1_000_000_000

/** Methods that real nodes do not have: they change time, inject faults and load recorded history. */
export function createCheatMethods(
  faults: Faults,
): Readonly<Record<(typeof CHEAT_METHODS)[number], RpcMethod>> {
  return {
    chain_warp: warp,
    chain_import: importArchive,
    chain_fault(_node, params) {
      faults.set(params[0] ?? null)
      return true
    },
  }
}

async function warp({ chain }: RpcNode, params: Params): Promise<number> {
  const { slots, seconds } = parseConfigParam(params[0])
  const count =
    typeof seconds === 'number' ? Math.ceil((seconds * 1000) / chain.time.slotMs) : slots
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
    throw invalidParams('Invalid params: chain_warp takes [{slots}] or [{seconds}].')
  }
  if (count > MAX_WARP_SLOTS) {
    throw invalidParams(`Invalid params: a warp is at most ${MAX_WARP_SLOTS} slots.`)
  }
  return chain.warp(count)
}

async function importArchive({ archive }: RpcNode, params: Params) {
  const { path, lines } = parseConfigParam(params[0])
  if (Array.isArray(lines)) {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    return archive.importLines(texts)
  }
  if (typeof path !== 'string' || path === '') {
    throw invalidParams('Invalid params: chain_import takes [{path}] or [{lines}].')
  }
  const file = await open(path).catch((error: unknown) => {
    throw new ChainRpcError(RPC_ERROR.invalidParams, `Cannot read ${path}: ${String(error)}`)
  })
  try {
    return await archive.importLines(readLines(file))
  } finally {
    await file.close()
  }
}

/** Opens the reader on the first read; an earlier one would lose data. */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  yield* file.readLines({ autoClose: false })
}

/** Methods of the chain's own port that a proxy must refuse. */
export const CHEAT_METHODS = ['chain_warp', 'chain_fault', 'chain_import'] as const
