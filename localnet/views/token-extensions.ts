import { wireFields } from '#localnet/wire.ts'
import { decodeOrNull } from '#solana/codec.ts'
import { EXTENSION_CODECS, readExtensions } from '#solana/token-extensions.ts'

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

export const describeExtensions = (data: Uint8Array): object[] =>
  readExtensions(data).map(({ type, value }) => {
    const extension = NAMES[type] ?? 'unparseableExtension'
    const codec = EXTENSION_CODECS.get(type)
    const state = codec === undefined ? null : decodeOrNull(codec, value)
    return state === null ? { extension } : { extension, state: wireFields(state) }
  })
