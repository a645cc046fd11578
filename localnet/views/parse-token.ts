import { toUiTokenAmount } from '#localnet/wire.ts'
import { decodeTokenInstruction, type TokenInstruction } from '#solana/token-instructions.ts'
import { nameAccounts, type ParsedAction } from './parsed-action.ts'

/** The accounts that nodes name, in the order of the instruction, and the one that signs behind them. */
const ACCOUNT_NAMES: Record<
  TokenInstruction['type'],
  { names: readonly string[]; authority?: string }
> = {
  initializeMint: { names: ['mint', 'rentSysvar'] },
  initializeMint2: { names: ['mint'] },
  initializeAccount: { names: ['account', 'mint', 'owner', 'rentSysvar'] },
  initializeAccount2: { names: ['account', 'mint', 'rentSysvar'] },
  initializeAccount3: { names: ['account', 'mint'] },
  initializeMultisig: { names: ['multisig', 'rentSysvar'] },
  initializeMultisig2: { names: ['multisig'] },
  initializeImmutableOwner: { names: ['account'] },
  transfer: { names: ['source', 'destination'], authority: 'authority' },
  transferChecked: { names: ['source', 'mint', 'destination'], authority: 'authority' },
  approve: { names: ['source', 'delegate'], authority: 'owner' },
  approveChecked: { names: ['source', 'mint', 'delegate'], authority: 'owner' },
  revoke: { names: ['source'], authority: 'owner' },
  setAuthority: { names: ['account'], authority: 'authority' },
  mintTo: { names: ['mint', 'account'], authority: 'mintAuthority' },
  mintToChecked: { names: ['mint', 'account'], authority: 'mintAuthority' },
  burn: { names: ['account', 'mint'], authority: 'authority' },
  burnChecked: { names: ['account', 'mint'], authority: 'authority' },
  closeAccount: { names: ['account', 'destination'], authority: 'owner' },
  freezeAccount: { names: ['account', 'mint'], authority: 'freezeAuthority' },
  thawAccount: { names: ['account', 'mint'], authority: 'freezeAuthority' },
  syncNative: { names: ['account'] },
  getAccountDataSize: { names: ['mint'] },
  amountToUiAmount: { names: ['mint'] },
  uiAmountToAmount: { names: ['mint'] },
}

/**
 * Returns an instruction of SPL Token or Token-2022 as `jsonParsed` shows it, or null when it cannot be read. Extensions'
 * own instructions stay unparsed.
 */
export function parseToken(data: Uint8Array, accounts: readonly string[]): ParsedAction | null {
  const instruction = decodeTokenInstruction(data)
  if (instruction === null) return null
  const { names, authority } = ACCOUNT_NAMES[instruction.type]
  const info = {
    ...nameAccounts(names, accounts),
    ...describeFields(instruction, accounts),
    ...(authority === undefined ? {} : nameAuthority(authority, accounts.slice(names.length))),
  }
  return { type: instruction.type, info }
}

function describeFields(instruction: TokenInstruction, accounts: readonly string[]): object {
  const { type, ...fields } = instruction
  if ('amount' in instruction) {
    return 'decimals' in instruction
      ? { tokenAmount: toUiTokenAmount(instruction.amount, instruction.decimals) }
      : { amount: instruction.amount.toString() }
  }
  if ('m' in instruction) {
    return { ...fields, signers: accounts.slice(ACCOUNT_NAMES[type].names.length) }
  }
  if ('freezeAuthority' in instruction && instruction.freezeAuthority === null) {
    return { ...fields, freezeAuthority: undefined }
  }
  const isOfMint =
    type === 'setAuthority' && ['mintTokens', 'freezeAccount'].includes(instruction.authorityType)
  return isOfMint ? { ...fields, mint: accounts[0], account: undefined } : fields
}

/** Returns the field that names who signs: one account, or a multisig with its signers. */
function nameAuthority(name: string, [authority, ...signers]: readonly string[]) {
  if (signers.length === 0) return { [name]: authority }
  return { [`multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`]: authority, signers }
}
