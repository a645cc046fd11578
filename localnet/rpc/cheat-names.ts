/** Methods of the chain's own port that no proxy may pass on. */
export const CHEAT_METHODS = ['chain_warp', 'chain_fault', 'chain_import'] as const
