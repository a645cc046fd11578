import type { AccountState } from '#localnet/svm/account-state.ts'
import { parseNonce } from '#localnet/svm/durable-nonce.ts'
import { LOOKUP_TABLE_META_BYTES, readTableAddresses } from '#localnet/svm/lookup-table.ts'
import { toUiTokenAmount, toWireFields } from '#localnet/wire.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { decodeOrNull } from '#solana/codec.ts'
import { LOOKUP_TABLE_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { EXTENSION_CODECS, readExtensions } from '#solana/token-extensions.ts'
import {
  type Mint,
  MINT_BYTES,
  parseMint,
  parseTokenAccount,
  TOKEN_ACCOUNT_BYTES,
} from '#solana/token-state.ts'

export type MintLookup = (mint: string) => Mint | null

export function parseAccount(account: AccountState, mintOf: MintLookup): object | null {
  const space = account.data.length
  const mint = parseMint(account)
  const program = account.owner === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022'
  const withExtensions = (baseBytes: number) =>
    space > baseBytes ? { extensions: describeExtensions(account.data) } : {}
  if (mint !== null) {
    const info = {
      ...mint,
      isInitialized: true,
      supply: mint.supply.toString(),
      ...withExtensions(MINT_BYTES),
    }
    return { program, parsed: { type: 'mint', info }, space }
  }
  const token = parseTokenAccount(account)
  if (token !== null) {
    const decimals = mintOf(token.mint)?.decimals ?? 0
    const reserve = token.nativeReserve
    const info = {
      isNative: reserve !== null,
      mint: token.mint,
      owner: token.owner,
      state: token.state,
      tokenAmount: toUiTokenAmount(token.amount, decimals),
      ...(token.delegate === null
        ? {}
        : {
            delegate: token.delegate,
            delegatedAmount: toUiTokenAmount(token.delegatedAmount, decimals),
          }),
      ...(token.closeAuthority === null ? {} : { closeAuthority: token.closeAuthority }),
      ...(reserve === null ? {} : { rentExemptReserve: toUiTokenAmount(reserve, decimals) }),
      ...withExtensions(TOKEN_ACCOUNT_BYTES),
    }
    return { program, parsed: { type: 'account', info }, space }
  }
  const nonce = parseNonce(account)
  if (nonce !== null) {
    const info = {
      authority: nonce.authority,
      blockhash: nonce.blockhash,
      feeCalculator: { lamportsPerSignature: nonce.lamportsPerSignature.toString() },
    }
    return { program: 'nonce', parsed: { type: 'initialized', info }, space }
  }
  return account.owner === LOOKUP_TABLE_PROGRAM && space >= LOOKUP_TABLE_META_BYTES
    ? describeLookupTable(account.data)
    : null
}

function describeLookupTable(bytes: Uint8Array): object {
  const data = Buffer.from(bytes)
  const authority = data[21] === 1 ? { authority: encodeBase58(data.subarray(22, 54)) } : {}
  const info = {
    addresses: readTableAddresses(bytes),
    ...authority,
    deactivationSlot: data.readBigUInt64LE(4).toString(),
    lastExtendedSlot: data.readBigUInt64LE(12).toString(),
    lastExtendedSlotStartIndex: data.readUInt8(20),
  }
  return {
    program: 'address-lookup-table',
    parsed: { type: 'lookupTable', info },
    space: data.length,
  }
}

/** In the order of Token-2022's `ExtensionType`. Source: https://spl.solana.com/token-2022/extensions */
const EXTENSION_NAMES = [
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

const describeExtensions = (data: Uint8Array): object[] =>
  readExtensions(data).map(({ type, value }) => {
    const extension = EXTENSION_NAMES[type] ?? 'unparseableExtension'
    const codec = EXTENSION_CODECS.get(type)
    const state = codec === undefined ? null : decodeOrNull(codec, value)
    return state === null ? { extension } : { extension, state: toWireFields(state) }
  })
