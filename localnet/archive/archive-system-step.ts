import { decodeBase58 } from '#solana/base58.ts'
import { decodeSystemInstruction } from '#solana/system-instructions.ts'
import { isObject, type RecordedInstruction } from './archive-instructions.ts'

export type SystemStep = {
  source: string | null
  assigned: { account: string; program: string } | null
}

const NOTHING: SystemStep = { source: null, assigned: null }

export function readSystemStep(instruction: RecordedInstruction): SystemStep {
  if (isObject(instruction.parsed)) return readParsed(instruction.parsed)
  const data = instruction.data === null ? null : decodeBase58(instruction.data)
  const decoded = data === null ? null : decodeSystemInstruction(data)
  const [first = null, second = null] = instruction.accounts
  if (decoded === null) return NOTHING
  const isCreating = decoded.type === 'createAccount' || decoded.type === 'createAccountWithSeed'
  const assigned = 'owner' in decoded ? assign(isCreating ? second : first, decoded.owner) : null
  return { source: 'lamports' in decoded ? first : null, assigned }
}

const assign = (account: string | null, program: string) =>
  account === null ? null : { account, program }

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
