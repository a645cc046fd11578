import type { AccountState } from '#localnet/svm/account-state.ts'
import type { ArchiveSource } from '#localnet/archive/archive-source.ts'
import { getSlotWithCommitment } from '#localnet/svm/chain-time.ts'
import type { Chain } from '#localnet/svm/chain.ts'
import { parseMint, type Mint } from '#solana/token-state.ts'
import { readCommitment, type Config, type Params } from './params.ts'

export type RpcNode = { chain: Chain; archive: ArchiveSource }

/** One JSON-RPC method. Returns the `result`; throws ChainRpcError for an `error`. */
export type RpcMethod = (node: RpcNode, params: Params) => unknown

export type RpcMethods = Readonly<Record<string, RpcMethod>>

/** Version of the validator that these methods imitate. */
export const NODE_VERSION = '3.0.0'

export const findAccount = ({ chain, archive }: RpcNode, address: string): AccountState | null =>
  chain.bank.findAccount(address) ?? archive.findAccount(address)

export function findMint(node: RpcNode, address: string): Mint | null {
  const account = findAccount(node, address)
  return account === null ? null : parseMint(account)
}

export function wrapInContext({ chain }: RpcNode, config: Config, value: unknown) {
  const slot = getSlotWithCommitment(chain.getSlot(), readCommitment(config))
  return { context: { apiVersion: NODE_VERSION, slot }, value }
}
