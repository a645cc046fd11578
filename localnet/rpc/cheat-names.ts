/** Methods of the chain's own port that a proxy must refuse. */
export const CHEAT_METHODS = ['chain_warp', 'chain_fault', 'chain_import'] as const
