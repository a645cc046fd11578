import { addressBytes } from '#solana/base58.ts'
import type { Signer } from '#solana/keys.ts'

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

/**
 * Compiles and signs a legacy transaction. The first signer pays the fee; every signing account must be among
 * `signers`. Format: https://solana.com/docs/core/transactions
 */
export function signTransaction({
  instructions,
  recentBlockhash,
  signers,
}: {
  instructions: readonly Instruction[]
  recentBlockhash: string
  signers: readonly [Signer, ...Signer[]]
}): Uint8Array {
  const { message, signerAddresses } = compileMessage(
    signers[0].address,
    instructions,
    recentBlockhash,
  )
  const signatures = signerAddresses.map((address) => {
    const signer = signers.find((candidate) => candidate.address === address)
    if (signer === undefined) throw new Error(`No signer given for ${address}`)
    return signer.sign(message)
  })
  return Buffer.concat([compactLength(signatures.length), ...signatures, message])
}

function compileMessage(
  feePayer: string,
  instructions: readonly Instruction[],
  recentBlockhash: string,
) {
  const roles = new Map<string, AccountRole>()
  const mention = (role: AccountRole) => {
    const known = roles.get(role.address)
    roles.set(role.address, {
      address: role.address,
      isSigner: role.isSigner || known?.isSigner === true,
      isWritable: role.isWritable || known?.isWritable === true,
    })
  }
  mention({ address: feePayer, isSigner: true, isWritable: true })
  for (const { accounts } of instructions) accounts.forEach(mention)
  for (const { programId } of instructions) mention(readonly(programId))

  const rank = ({ isSigner, isWritable }: AccountRole) => (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  const ordered = [...roles.values()].toSorted((a, b) => rank(a) - rank(b))
  const addresses = ordered.map(({ address }) => address)
  const count = (wanted: number) => ordered.filter((role) => rank(role) === wanted).length

  const compiled = instructions.map(({ programId, accounts, data }) =>
    Buffer.concat([
      Buffer.from([addresses.indexOf(programId)]),
      compactLength(accounts.length),
      Buffer.from(accounts.map(({ address }) => addresses.indexOf(address))),
      compactLength(data.length),
      data,
    ]),
  )
  const message = Buffer.concat([
    Buffer.from([count(0) + count(1), count(1), count(3)]),
    compactLength(addresses.length),
    ...addresses.map(addressBytes),
    addressBytes(recentBlockhash),
    compactLength(compiled.length),
    ...compiled,
  ])
  return { message, signerAddresses: addresses.slice(0, count(0) + count(1)) }
}

function compactLength(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}
