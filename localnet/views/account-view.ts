import { zstdCompressSync } from 'node:zlib'
import type { AccountState } from '#localnet/svm/account-state.ts'
import { ChainRpcError, RPC_ERROR } from '#localnet/rpc/rpc-error.ts'
import { RENT_EPOCH_MAX, toWireU64 } from '#localnet/wire.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { parseAccount, type MintLookup } from './parsed-account.ts'

export type AccountEncoding = 'binary' | 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed'

export type AccountViewOptions = {
  encoding: AccountEncoding
  dataSlice?: { offset: number; length: number } | undefined
}

/** Nodes refuse base58 above this size, because encoding is quadratic. */
export const MAX_BASE58_BYTES = 128

/** Returns an account as `getAccountInfo` does. `jsonParsed` of an unknown layout is base64, as in nodes. */
export function buildAccountView(
  account: AccountState,
  { encoding, dataSlice }: AccountViewOptions,
  mintOf: MintLookup,
) {
  const parsed = encoding === 'jsonParsed' ? parseAccount(account, mintOf) : null
  return {
    data: parsed ?? encodeData(account.data, encoding, dataSlice),
    executable: account.executable,
    lamports: toWireU64(account.lamports),
    owner: account.owner,
    rentEpoch: toWireU64(RENT_EPOCH_MAX),
    space: account.data.length,
  }
}

function encodeData(
  data: Uint8Array,
  encoding: AccountEncoding,
  slice: { offset: number; length: number } | undefined,
) {
  const wanted =
    slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length)
  switch (encoding) {
    case 'binary':
      return base58(wanted)
    case 'base58':
      return [base58(wanted), 'base58']
    case 'base64+zstd':
      return [zstdCompressSync(wanted).toString('base64'), 'base64+zstd']
    case 'base64':
    case 'jsonParsed':
      return [Buffer.from(wanted).toString('base64'), 'base64']
  }
}

function base58(data: Uint8Array): string {
  if (data.length > MAX_BASE58_BYTES) {
    throw new ChainRpcError(
      RPC_ERROR.invalidRequest,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  }
  return encodeBase58(data)
}
