import { uiTokenAmount } from '#localnet/wire/ui-token-amount.ts'
import { encodeBase58 } from '#solana/base58.ts'
import type { ParsedAction } from './parsed-instruction.ts'

const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']

/**
 * Instructions that SPL Token and Token-2022 share; extensions' own instructions stay unparsed. Source of names and
 * layouts: https://spl.solana.com/token (TokenInstruction).
 */
export function parseToken(data: Buffer, accounts: readonly string[]): ParsedAction | null {
  const [a, b, c, d] = accounts
  const key = (offset: number) => encodeBase58(data.subarray(offset, offset + 32))
  const optionalKey = (offset: number) => (data.readUInt8(offset) === 0 ? null : key(offset + 1))
  const amount = () => data.readBigUInt64LE(1).toString()
  const tokenAmount = () => uiTokenAmount(data.readBigUInt64LE(1), data.readUInt8(9))
  /** Whoever signs: one account, or a multisig followed by its signers. */
  const authority = (name: string, index: number) => {
    const signers = accounts.slice(index + 1)
    if (signers.length === 0) return { [name]: accounts[index] }
    const multisig = `multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`
    return { [multisig]: accounts[index], signers }
  }

  switch (data.readUInt8(0)) {
    case 0:
    case 20: {
      const freezeAuthority = optionalKey(34)
      const info = {
        mint: a,
        decimals: data.readUInt8(1),
        mintAuthority: key(2),
        ...(data[0] === 0 ? { rentSysvar: b } : {}),
        ...(freezeAuthority === null ? {} : { freezeAuthority }),
      }
      return { type: data[0] === 0 ? 'initializeMint' : 'initializeMint2', info }
    }
    case 1:
      return {
        type: 'initializeAccount',
        info: { account: a, mint: b, owner: c, rentSysvar: d },
      }
    case 2:
      return {
        type: 'initializeMultisig',
        info: { multisig: a, rentSysvar: b, signers: accounts.slice(2), m: data[1] },
      }
    case 3:
      return {
        type: 'transfer',
        info: { source: a, destination: b, amount: amount(), ...authority('authority', 2) },
      }
    case 4:
      return {
        type: 'approve',
        info: { source: a, delegate: b, amount: amount(), ...authority('owner', 2) },
      }
    case 5:
      return { type: 'revoke', info: { source: a, ...authority('owner', 1) } }
    case 6: {
      const authorityType = AUTHORITY_TYPES[data.readUInt8(1)]
      if (authorityType === undefined) return null
      const owned = data.readUInt8(1) < 2 ? 'mint' : 'account'
      const info = { [owned]: a, authorityType, newAuthority: optionalKey(2) }
      return { type: 'setAuthority', info: { ...info, ...authority('authority', 1) } }
    }
    case 7:
      return {
        type: 'mintTo',
        info: { mint: a, account: b, amount: amount(), ...authority('mintAuthority', 2) },
      }
    case 8:
      return {
        type: 'burn',
        info: { account: a, mint: b, amount: amount(), ...authority('authority', 2) },
      }
    case 9:
      return {
        type: 'closeAccount',
        info: { account: a, destination: b, ...authority('owner', 2) },
      }
    case 10:
    case 11:
      return {
        type: data[0] === 10 ? 'freezeAccount' : 'thawAccount',
        info: { account: a, mint: b, ...authority('freezeAuthority', 2) },
      }
    case 12: {
      const info = { source: a, mint: b, destination: c, tokenAmount: tokenAmount() }
      return { type: 'transferChecked', info: { ...info, ...authority('authority', 3) } }
    }
    case 13: {
      const info = { source: a, mint: b, delegate: c, tokenAmount: tokenAmount() }
      return { type: 'approveChecked', info: { ...info, ...authority('owner', 3) } }
    }
    case 14: {
      const info = { mint: a, account: b, tokenAmount: tokenAmount() }
      return { type: 'mintToChecked', info: { ...info, ...authority('mintAuthority', 2) } }
    }
    case 15: {
      const info = { account: a, mint: b, tokenAmount: tokenAmount() }
      return { type: 'burnChecked', info: { ...info, ...authority('authority', 2) } }
    }
    case 16:
      return {
        type: 'initializeAccount2',
        info: { account: a, mint: b, owner: key(1), rentSysvar: c },
      }
    case 17:
      return { type: 'syncNative', info: { account: a } }
    case 18:
      return { type: 'initializeAccount3', info: { account: a, mint: b, owner: key(1) } }
    case 19:
      return {
        type: 'initializeMultisig2',
        info: { multisig: a, signers: accounts.slice(1), m: data[1] },
      }
    case 21:
      return { type: 'getAccountDataSize', info: { mint: a } }
    case 22:
      return { type: 'initializeImmutableOwner', info: { account: a } }
    case 23:
      return { type: 'amountToUiAmount', info: { mint: a, amount: amount() } }
    case 24:
      return {
        type: 'uiAmountToAmount',
        info: { mint: a, uiAmount: data.toString('utf8', 1) },
      }
    default:
      return null
  }
}
