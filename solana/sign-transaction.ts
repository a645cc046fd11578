import { readonly, signing, writable, type AccountRole, type Instruction } from './instruction.ts'
import type { Signer } from './keys.ts'
import { encodeTransaction, legacyMessageCodec } from './transaction.ts'

/** Returns a signed legacy transaction. The first signer pays. Throws for a signing account outside `signers`. */
export function signTransaction({
  instructions,
  recentBlockhash,
  signers,
}: {
  instructions: readonly Instruction[]
  recentBlockhash: string
  signers: readonly [Signer, ...Signer[]]
}): Uint8Array {
  const roles = rankAccounts(signers[0].address, instructions)
  const count = (rank: number) => roles.filter((role) => rankRole(role) === rank).length
  const staticKeys = roles.map(({ address }) => address)
  const numRequiredSignatures = count(0) + count(1)
  const message = Uint8Array.from(
    legacyMessageCodec.encode({
      header: {
        numRequiredSignatures,
        numReadonlySignedAccounts: count(1),
        numReadonlyUnsignedAccounts: count(3),
      },
      staticKeys,
      recentBlockhash,
      instructions: instructions.map(({ programId, accounts, data }) => ({
        programIdIndex: staticKeys.indexOf(programId),
        accounts: accounts.map(({ address }) => staticKeys.indexOf(address)),
        data,
      })),
    }),
  )
  const signatures = staticKeys.slice(0, numRequiredSignatures).map((address) => {
    const signer = signers.find((candidate) => candidate.address === address)
    if (signer === undefined) throw new Error(`No signer given for ${address}`)
    return signer.sign(message)
  })
  return encodeTransaction(signatures, message)
}

const rankRole = ({ isSigner, isWritable }: AccountRole) =>
  (isSigner ? 0 : 2) + (isWritable ? 0 : 1)

/** Returns every account once, in the order of the wire: signers first, of each kind the writable ones first. */
function rankAccounts(feePayer: string, instructions: readonly Instruction[]): AccountRole[] {
  const roles = new Map<string, AccountRole>()
  const mention = (role: AccountRole) => {
    const known = roles.get(role.address)
    roles.set(role.address, {
      address: role.address,
      isSigner: role.isSigner || known?.isSigner === true,
      isWritable: role.isWritable || known?.isWritable === true,
    })
  }
  mention(signing(writable(feePayer)))
  for (const { accounts } of instructions) accounts.forEach(mention)
  for (const { programId } of instructions) mention(readonly(programId))
  return [...roles.values()].toSorted((a, b) => rankRole(a) - rankRole(b))
}
