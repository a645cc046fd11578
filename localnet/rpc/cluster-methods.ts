import { FAUCET_LAMPORTS } from '#localnet/svm/chain.ts'
import { SLOTS_PER_EPOCH } from '#localnet/svm/chain-time.ts'
import { toWireU64 } from '#localnet/wire.ts'
import { NODE_VERSION, wrapInContext, type RpcMethods } from './rpc-method.ts'
import { parseConfigParam, parseWholeNumber } from './params.ts'

const MAX_LEADERS = 5_000

export const clusterMethods: RpcMethods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'feature-set': 0, 'solana-core': NODE_VERSION }),
  getGenesisHash: ({ chain }) => chain.genesisHash,
  getIdentity: ({ chain }) => ({ identity: chain.faucet.address }),

  getClusterNodes: ({ chain }) => [
    {
      pubkey: chain.faucet.address,
      gossip: null,
      tpu: null,
      rpc: null,
      version: NODE_VERSION,
      featureSet: 0,
      shredVersion: 0,
    },
  ],
  getVoteAccounts: () => ({ current: [], delinquent: [] }),
  getSlotLeader: ({ chain }) => chain.faucet.address,
  getSlotLeaders: ({ chain }, params) =>
    Array.from(
      { length: Math.min(MAX_LEADERS, parseWholeNumber(params[1], 'limit')) },
      () => chain.faucet.address,
    ),
  getLeaderSchedule: ({ chain }) => ({
    [chain.faucet.address]: Array.from({ length: SLOTS_PER_EPOCH }, (_, index) => index),
  }),
  getMaxRetransmitSlot: ({ chain }) => chain.getSlot(),
  getMaxShredInsertSlot: ({ chain }) => chain.getSlot(),
  getHighestSnapshotSlot: () => ({ full: 0, incremental: null }),

  getInflationRate: ({ chain }) => ({
    total: 0,
    validator: 0,
    foundation: 0,
    epoch: Math.floor(chain.getSlot() / SLOTS_PER_EPOCH),
  }),
  getInflationGovernor: () => ({
    initial: 0,
    terminal: 0,
    taper: 0,
    foundation: 0,
    foundationTerm: 0,
  }),
  getStakeMinimumDelegation: (node, params) => wrapInContext(node, parseConfigParam(params[0]), 1),

  /** The faucet starts with the total supply; the SOL it has paid out circulates. */
  getSupply(node, params) {
    const faucet = node.chain.faucet.address
    const held = node.chain.bank.findAccount(faucet)?.lamports ?? 0n
    return wrapInContext(node, parseConfigParam(params[0]), {
      total: toWireU64(FAUCET_LAMPORTS),
      circulating: toWireU64(FAUCET_LAMPORTS - held),
      nonCirculating: toWireU64(held),
      nonCirculatingAccounts: [faucet],
    })
  },
}
