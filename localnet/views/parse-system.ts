import { toWireFields } from '#localnet/wire.ts'
import { decodeSystemInstruction, type SystemInstruction } from '#solana/system-instructions.ts'
import { nameAccounts, type ParsedAction } from './parsed-action.ts'

/** The accounts that nodes name, in the order of the instruction. */
const ACCOUNT_NAMES: Record<SystemInstruction['type'], readonly string[]> = {
  createAccount: ['source', 'newAccount'],
  assign: ['account'],
  transfer: ['source', 'destination'],
  createAccountWithSeed: ['source', 'newAccount'],
  advanceNonce: ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'],
  withdrawFromNonce: [
    'nonceAccount',
    'destination',
    'recentBlockhashesSysvar',
    'rentSysvar',
    'nonceAuthority',
  ],
  initializeNonce: ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'],
  authorizeNonce: ['nonceAccount', 'nonceAuthority'],
  allocate: ['account'],
  allocateWithSeed: ['account'],
  assignWithSeed: ['account'],
  transferWithSeed: ['source', 'sourceBase', 'destination'],
  upgradeNonce: ['nonceAccount'],
}

export function parseSystem(data: Uint8Array, accounts: readonly string[]): ParsedAction | null {
  const instruction = decodeSystemInstruction(data)
  if (instruction === null) return null
  const { type, ...fields } = instruction
  return { type, info: { ...nameAccounts(ACCOUNT_NAMES[type], accounts), ...toWireFields(fields) } }
}
