export type AccountState = {
  lamports: bigint
  /** Owning program, base58. */
  owner: string
  data: Uint8Array
  executable: boolean
}
