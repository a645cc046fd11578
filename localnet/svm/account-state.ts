export type AccountState = {
  lamports: bigint
  owner: string
  data: Uint8Array
  executable: boolean
}
