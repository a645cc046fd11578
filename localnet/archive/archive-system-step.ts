import { decodeBase58, encodeBase58 } from '#solana/base58.ts'
import { isObject, type RecordedInstruction } from './archive-instructions.ts'

export type SystemStep = {
  /** The account that the system program took lamports from. */
  source: string | null
  assigned: { account: string; program: string } | null
}

const NOTHING: SystemStep = { source: null, assigned: null }
/** 36 bytes, the shortest data that names an owning program, take at least 45 base58 digits unless they are zeros. */
const SHORTEST_WITH_OWNER = 36

/**
 * Reads a system instruction as far as it moves lamports or assigns an account to a program; the owning program is
 * always the last 32 bytes. Source: solana-sdk, system-interface/src/instruction.rs.
 */
export function readSystemStep(instruction: RecordedInstruction): SystemStep {
  if (isObject(instruction.parsed)) return readParsed(instruction.parsed)
  const bytes = instruction.data === null ? null : decodeBase58(instruction.data)
  if (!bytes || bytes.length < 4) return NOTHING
  const [first = null, second = null] = instruction.accounts
  const program =
    bytes.length >= SHORTEST_WITH_OWNER ? encodeBase58(bytes.subarray(bytes.length - 32)) : null
  const assign = (account: string | null) =>
    account !== null && program !== null ? { account, program } : null
  switch (bytes[0]) {
    case 0: // CreateAccount
    case 3: // CreateAccountWithSeed
      return { source: first, assigned: assign(second) }
    case 1: // Assign
    case 9: // AllocateWithSeed
    case 10: // AssignWithSeed
      return { source: null, assigned: assign(first) }
    case 2: // Transfer
    case 5: // WithdrawNonceAccount
    case 11: // TransferWithSeed
      return { source: first, assigned: null }
    case undefined:
    default:
      return NOTHING
  }
}

function readParsed(parsed: Record<string, unknown>): SystemStep {
  const info = isObject(parsed.info) ? parsed.info : {}
  const text = (name: string) => (typeof info[name] === 'string' ? info[name] : null)
  const account = text('newAccount') ?? text('account')
  const program = text('owner')
  return {
    source: text('source') ?? text('nonceAccount'),
    assigned: account !== null && program !== null ? { account, program } : null,
  }
}
