export type AccountRole = { address: string; isSigner: boolean; isWritable: boolean }

export type Instruction = { programId: string; accounts: readonly AccountRole[]; data: Uint8Array }

export const writable = (address: string): AccountRole => ({
  address,
  isSigner: false,
  isWritable: true,
})
export const readonly = (address: string): AccountRole => ({
  address,
  isSigner: false,
  isWritable: false,
})
export const signing = (role: AccountRole): AccountRole => ({ ...role, isSigner: true })
