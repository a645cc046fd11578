import { encodeBase58 } from '#solana/base58.ts'
import { DEMO_DECIMALS, type DemoInstruction } from './market-instructions.ts'
import { TOKEN_PROGRAM } from '#solana/programs.ts'
import { listTokenBalances, type DemoLedger, type GetTokenProgram } from './market-ledger.ts'
import type { DemoRandom } from './seeded-random.ts'

export type DemoTransaction = {
  payer: string
  slot: number
  instructions: DemoInstruction[]
  priorityFee?: bigint
  /** Seed of the signature, for transactions whose signature must be known in advance. */
  name?: string
  /** Follows the previous transaction of the slot immediately, as in a bundle. */
  bundled?: boolean
  /** Makes this instruction fail with this program error, so that only the fee is paid. */
  failure?: { index: number; code: number }
}

const FEE_PER_SIGNATURE = 5_000n

export class DemoRecorder {
  readonly lines: string[] = []
  readonly #ledger: DemoLedger
  readonly #random: DemoRandom
  readonly #getBlockTime: (slot: number) => number
  readonly #getTokenProgram: GetTokenProgram
  #slot = -1
  #nextIndex = 0

  constructor(
    ledger: DemoLedger,
    random: DemoRandom,
    getBlockTime: (slot: number) => number,
    getTokenProgram: GetTokenProgram = () => TOKEN_PROGRAM,
  ) {
    this.#ledger = ledger
    this.#random = random
    this.#getBlockTime = getBlockTime
    this.#getTokenProgram = getTokenProgram
  }

  record(transaction: DemoTransaction): void {
    const { payer, slot, instructions, failure, priorityFee = 0n } = transaction
    const keys = orderKeys(payer, instructions)
    const addresses = keys.map(({ address }) => address)
    const signers = keys.filter(({ signer }) => signer).length
    const fee = FEE_PER_SIGNATURE * BigInt(signers) + priorityFee
    const before = this.#snapshot(addresses)
    this.#ledger.burnLamports(payer, fee)
    if (!failure) for (const instruction of instructions) run(instruction, this.#ledger)
    const after = this.#snapshot(addresses)
    const err = failure ? { InstructionError: [failure.index, { Custom: failure.code }] } : null
    const at = new Map(addresses.map((address, index) => [address, index]))
    const compile = (instruction: DemoInstruction, stackHeight: number | null) => ({
      programIdIndex: at.get(instruction.program) ?? 0,
      accounts: instruction.accounts.map(({ address }) => at.get(address) ?? 0),
      data: encodeBase58(instruction.data),
      stackHeight,
    })
    const inner = (failure ? [] : instructions).flatMap(({ calls = [] }, index) =>
      calls.length === 0 ? [] : [{ index, instructions: calls.map((call) => compile(call, 2)) }],
    )
    const name = transaction.name ?? `transaction ${this.lines.length}`
    this.lines.push(
      JSON.stringify({
        slot,
        blockTime: this.#getBlockTime(slot),
        transactionIndex: this.#nextTransactionIndex(transaction),
        version: 'legacy',
        transaction: {
          signatures: Array.from({ length: signers }, (_, nth) =>
            this.#random.signature(`${name}/${nth}`),
          ),
          message: {
            header: {
              numRequiredSignatures: signers,
              numReadonlySignedAccounts: 0,
              numReadonlyUnsignedAccounts: keys.filter(({ writable }) => !writable).length,
            },
            accountKeys: addresses,
            recentBlockhash: encodeBase58(this.#random.bytes(`blockhash ${slot - 3}`)),
            instructions: instructions.map((instruction) => compile(instruction, null)),
          },
        },
        meta: {
          err,
          status: err ? { Err: err } : { Ok: null },
          fee: Number(fee),
          preBalances: before.lamports,
          postBalances: after.lamports,
          preTokenBalances: before.tokens,
          postTokenBalances: after.tokens,
          innerInstructions: inner,
          logMessages: buildLogs(instructions, failure),
          rewards: [],
          loadedAddresses: { writable: [], readonly: [] },
          computeUnitsConsumed: 20_000 + 30_000 * inner.length,
        },
      }),
    )
  }

  #snapshot(addresses: readonly string[]) {
    return {
      lamports: addresses.map((address) => Number(this.#ledger.getLamports(address))),
      tokens: listTokenBalances(this.#ledger, addresses, {
        decimals: DEMO_DECIMALS,
        getTokenProgram: this.#getTokenProgram,
      }),
    }
  }

  #nextTransactionIndex({ slot, bundled }: DemoTransaction): number {
    if (slot !== this.#slot) {
      this.#slot = slot
      this.#nextIndex = this.#random.whole(40, 700)
    } else {
      this.#nextIndex += bundled ? 1 : this.#random.whole(2, 30)
    }
    return this.#nextIndex
  }
}

function run(instruction: DemoInstruction, ledger: DemoLedger): void {
  for (const call of instruction.calls ?? []) run(call, ledger)
  instruction.run?.(ledger)
}

type Key = { address: string; signer: boolean; writable: boolean }

function orderKeys(payer: string, instructions: readonly DemoInstruction[]): Key[] {
  const keys = new Map<string, Key>([[payer, { address: payer, signer: true, writable: true }]])
  const note = (address: string, signer: boolean, writable: boolean) => {
    const key = keys.get(address) ?? { address, signer: false, writable: false }
    key.signer ||= signer
    key.writable ||= writable || signer
    keys.set(address, key)
  }
  const visit = ({ accounts, program, calls = [] }: DemoInstruction, isInner: boolean) => {
    // A program signs for its own addresses in inner calls; only wallets and mints sign the transaction.
    for (const { address, signer = false, writable = false } of accounts) {
      note(address, signer && !isInner, writable || signer)
    }
    note(program, false, false)
    for (const call of calls) visit(call, true)
  }
  for (const instruction of instructions) visit(instruction, false)
  const rank = ({ signer, writable }: Key) => (signer ? 0 : writable ? 1 : 2)
  return [...keys.values()].toSorted((a, b) => rank(a) - rank(b))
}

function buildLogs(
  instructions: readonly DemoInstruction[],
  failure: DemoTransaction['failure'],
): string[] {
  const lines: string[] = []
  for (const [index, instruction] of instructions.entries()) {
    const failed = failure?.index === index ? failure : null
    writeLogs(lines, failed ? { ...instruction, calls: [] } : instruction, 1)
    if (failed) {
      const code = failed.code.toString(16)
      lines[lines.length - 1] =
        `Program ${instruction.program} failed: custom program error: 0x${code}`
      break
    }
  }
  return lines
}

function writeLogs(
  lines: string[],
  { program, log, calls = [] }: DemoInstruction,
  depth: number,
): void {
  lines.push(`Program ${program} invoke [${depth}]`)
  if (log !== undefined) lines.push(`Program log: Instruction: ${log}`)
  for (const call of calls) writeLogs(lines, call, depth + 1)
  lines.push(`Program ${program} success`)
}
