import { wireU64 } from '#localnet/wire/wire-u64.ts'
import { encodeBase58 } from '#solana/base58.ts'

/** Type-length-value entries begin behind the 165-byte base and the one-byte account kind. */
const FIRST_ENTRY = 166

/** In the order of Token-2022's `ExtensionType`. Source: https://spl.solana.com/token-2022/extensions */
const NAMES = [
  'uninitialized',
  'transferFeeConfig',
  'transferFeeAmount',
  'mintCloseAuthority',
  'confidentialTransferMint',
  'confidentialTransferAccount',
  'defaultAccountState',
  'immutableOwner',
  'memoTransfer',
  'nonTransferable',
  'interestBearingConfig',
  'cpiGuard',
  'permanentDelegate',
  'nonTransferableAccount',
  'transferHook',
  'transferHookAccount',
  'confidentialTransferFeeConfig',
  'confidentialTransferFeeAmount',
  'metadataPointer',
  'tokenMetadata',
  'groupPointer',
  'tokenGroup',
  'groupMemberPointer',
  'tokenGroupMember',
]

/** The extensions of a Token-2022 account by name, with the state of those that decide over amounts and authority. */
export function tokenExtensions(bytes: Uint8Array): object[] {
  const data = Buffer.from(bytes)
  const extensions: object[] = []
  for (let offset = FIRST_ENTRY; offset + 4 <= data.length;) {
    const type = data.readUInt16LE(offset)
    const length = data.readUInt16LE(offset + 2)
    if (type === 0) break
    const extension = NAMES[type] ?? 'unparseableExtension'
    const state = extensionState(extension, data.subarray(offset + 4, offset + 4 + length))
    extensions.push(state === null ? { extension } : { extension, state })
    offset += 4 + length
  }
  return extensions
}

function extensionState(extension: string, data: Buffer): object | null {
  const key = (offset: number) => {
    const bytes = data.subarray(offset, offset + 32)
    return bytes.every((byte) => byte === 0) ? null : encodeBase58(bytes)
  }
  const feeAt = (offset: number) => ({
    epoch: wireU64(data.readBigUInt64LE(offset)),
    maximumFee: wireU64(data.readBigUInt64LE(offset + 8)),
    transferFeeBasisPoints: data.readUInt16LE(offset + 16),
  })
  switch (extension) {
    case 'transferFeeConfig':
      return {
        transferFeeConfigAuthority: key(0),
        withdrawWithheldAuthority: key(32),
        withheldAmount: wireU64(data.readBigUInt64LE(64)),
        olderTransferFee: feeAt(72),
        newerTransferFee: feeAt(90),
      }
    case 'transferFeeAmount':
      return { withheldAmount: wireU64(data.readBigUInt64LE(0)) }
    case 'mintCloseAuthority':
      return { closeAuthority: key(0) }
    case 'permanentDelegate':
      return { delegate: key(0) }
    case 'transferHook':
      return { authority: key(0), programId: key(32) }
    case 'metadataPointer':
      return { authority: key(0), metadataAddress: key(32) }
    default:
      return null
  }
}
