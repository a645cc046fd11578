import {
  BUILTIN_PROGRAMS,
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
  SECP256R1_PROGRAM,
} from '#solana/programs.ts'
import type { Message } from '#solana/transaction.ts'

const LAMPORTS_PER_SIGNATURE = 5000n
const MAX_COMPUTE_UNITS = 1_400_000n
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n
/** SIMD-0170: a built-in program is budgeted with 3,000 units instead of 200,000. */
const DEFAULT_UNITS_PER_BUILTIN = 3_000n
const MICRO_LAMPORTS = 1_000_000n

const SIGNATURE_PROGRAMS: readonly string[] = [
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
  SECP256R1_PROGRAM,
]

export type ComputeBudget = {
  unitLimit: bigint
  unitPrice: bigint
}

/** Returns what a transaction asks of the compute budget. Source: https://solana.com/docs/core/fees */
export function readComputeBudget(message: Message): ComputeBudget {
  let requestedLimit: bigint | undefined
  let unitPrice = 0n
  let defaultLimit = 0n
  for (const { programIdIndex, data } of message.instructions) {
    const program = message.staticKeys[programIdIndex] ?? ''
    defaultLimit += BUILTIN_PROGRAMS.includes(program)
      ? DEFAULT_UNITS_PER_BUILTIN
      : DEFAULT_UNITS_PER_INSTRUCTION
    if (program !== COMPUTE_BUDGET_PROGRAM) continue
    const view = Buffer.from(data)
    if (data[0] === 2 && data.length >= 5) requestedLimit = BigInt(view.readUInt32LE(1))
    if (data[0] === 3 && data.length >= 9) unitPrice = view.readBigUInt64LE(1)
  }
  const limit = requestedLimit ?? defaultLimit
  return { unitLimit: limit < MAX_COMPUTE_UNITS ? limit : MAX_COMPUTE_UNITS, unitPrice }
}

/** Returns the lamports that the fee payer pays: signatures, precompiled checks included, and the priority fee, rounded up. */
export function calculateFee(message: Message): bigint {
  const precompileSignatures = message.instructions
    .filter(({ programIdIndex }) =>
      SIGNATURE_PROGRAMS.includes(message.staticKeys[programIdIndex] ?? ''),
    )
    .reduce((sum, { data }) => sum + BigInt(data[0] ?? 0), 0n)
  const signatures = BigInt(message.header.numRequiredSignatures) + precompileSignatures
  const { unitLimit, unitPrice } = readComputeBudget(message)
  const priority = (unitLimit * unitPrice + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS
  return signatures * LAMPORTS_PER_SIGNATURE + priority
}
