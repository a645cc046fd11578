import { decodeBase58 } from '#solana/base58.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  BUILTIN_PROGRAMS,
  isTokenProgram,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
} from '#solana/programs.ts'
import { decodeSystemInstruction } from '#solana/system-instructions.ts'
import { isObject, type RecordedInstruction } from './archive-instructions.ts'
import { readMetadataStep, readTokenStep } from './archive-token-step.ts'
import type { Effect, RecordedAccount, RecordedKey } from './recorded-transaction.ts'

type Balances = {
  keys: readonly RecordedKey[]
  accounts: readonly RecordedAccount[]
  lamportsBefore: readonly (number | bigint)[]
}

const PLUMBING = new Set([...BUILTIN_PROGRAMS, ...MEMO_PROGRAMS, ASSOCIATED_TOKEN_PROGRAM])
const isPlumbing = (program: string) => PLUMBING.has(program) || isTokenProgram(program)

export function readEffects(
  instructions: readonly RecordedInstruction[],
  balances: Balances,
): Effect[] {
  const effects: Effect[] = []
  const programs = new Set<string>()
  const nativeSources = new Set<string>()
  for (const instruction of instructions) {
    const { program } = instruction
    if (!programs.has(program)) {
      programs.add(program)
      effects.push({ kind: 'program', program })
    }
    const named = readMetadataStep(instruction)
    if (named) effects.push(named)
    else if (isTokenProgram(program)) {
      const step = readTokenStep(instruction)
      if (step) effects.push(step)
    } else if (program === SYSTEM_PROGRAM) {
      const { source, assigned } = readSystemStep(instruction)
      if (source !== null) nativeSources.add(source)
      if (assigned && !isTokenProgram(assigned.program)) {
        effects.push({ kind: 'owner', ...assigned, certainty: 'assigned' })
      }
    }
  }
  effects.push(...readOwners(instructions, balances, { programs, nativeSources }))
  return effects
}

/** Returns accounts that did not sign and hold no token, with the last, innermost program that received each. */
function readOwners(
  instructions: readonly RecordedInstruction[],
  { keys, accounts, lamportsBefore }: Balances,
  { programs, nativeSources }: { programs: Set<string>; nativeSources: Set<string> },
): Effect[] {
  const candidates = new Map<string, { index: number; program: string | null; inner: boolean }>()
  keys.forEach(({ address, signer }, index) => {
    const account = accounts[index]
    if (!account || signer || account.holdingAfter || account.lamportsAfter === 0n) return
    if (!programs.has(address)) candidates.set(address, { index, program: null, inner: false })
  })
  for (const { program, accounts: given, inner } of instructions) {
    if (isPlumbing(program)) continue
    for (const address of given) {
      const candidate = candidates.get(address)
      if (!candidate || (candidate.inner && !inner)) continue
      candidate.program = program
      candidate.inner = inner
    }
  }
  const owners: Effect[] = []
  for (const [account, { index, program }] of candidates) {
    if (program === null) continue
    const lamportsAfter = accounts[index]?.lamportsAfter ?? 0n
    const isDebited =
      lamportsAfter < BigInt(lamportsBefore[index] ?? 0) && !nativeSources.has(account)
    owners.push({ kind: 'owner', account, program, certainty: isDebited ? 'debited' : 'named' })
  }
  return owners
}

type SystemStep = {
  source: string | null
  assigned: { account: string; program: string } | null
}

const NOTHING: SystemStep = { source: null, assigned: null }

function readSystemStep(instruction: RecordedInstruction): SystemStep {
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
