import type { AccountState } from '#localnet/svm/account-state.ts'
import { parseNonce } from '#localnet/svm/durable-nonce.ts'
import { uiTokenAmount } from '#localnet/wire.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { LOOKUP_TABLE_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import {
  MINT_BYTES,
  TOKEN_ACCOUNT_BYTES,
  parseMint,
  parseTokenAccount,
  type Mint,
} from '#solana/token-state.ts'
import { describeExtensions } from './token-extensions.ts'

export type MintLookup = (mint: string) => Mint | null

const NOT_DEACTIVATED = 0xffffffffffffffffn

export function parsedAccount(account: AccountState, mintOf: MintLookup): object | null {
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
      tokenAmount: uiTokenAmount(token.amount, decimals),
      ...(token.delegate === null
        ? {}
        : {
            delegate: token.delegate,
            delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals),
          }),
      ...(token.closeAuthority === null ? {} : { closeAuthority: token.closeAuthority }),
      ...(reserve === null ? {} : { rentExemptReserve: uiTokenAmount(reserve, decimals) }),
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
  return account.owner === LOOKUP_TABLE_PROGRAM && space >= 56 ? lookupTable(account.data) : null
}

/** Source: https://docs.rs/solana-address-lookup-table-interface (LookupTableMeta). */
function lookupTable(bytes: Uint8Array): object {
  const data = Buffer.from(bytes)
  const deactivation = data.readBigUInt64LE(4)
  const addresses = Array.from({ length: Math.floor((data.length - 56) / 32) }, (_, index) =>
    encodeBase58(data.subarray(56 + 32 * index, 88 + 32 * index)),
  )
  const authority = data[21] === 1 ? { authority: encodeBase58(data.subarray(22, 54)) } : {}
  const info = {
    addresses,
    ...authority,
    deactivationSlot: (deactivation > NOT_DEACTIVATED ? NOT_DEACTIVATED : deactivation).toString(),
    lastExtendedSlot: data.readBigUInt64LE(12).toString(),
    lastExtendedSlotStartIndex: data.readUInt8(20),
  }
  return {
    program: 'address-lookup-table',
    parsed: { type: 'lookupTable', info },
    space: data.length,
  }
}
