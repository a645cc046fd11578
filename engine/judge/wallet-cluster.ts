/** Wallets that belong together. `funder` is set for `sybil` only; `proof` has signatures. */
export type WalletCluster = {
  id: string
  kind: 'sybil' | 'linked_transfer' | 'co_movement'
  members: string[]
  funder: string | null
  proof: string[]
}
