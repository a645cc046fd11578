import { decodeBase58 } from '#solana/base58.ts'
import { MEMO_PROGRAMS } from '#solana/programs.ts'

export type RecordedInstruction = {
  program: string
  accounts: readonly string[]
  /** Base58; null if the recording has only the parsed form. */
  data: string | null
  parsed: unknown
  inner: boolean
}

/** Returns outer instructions in order, each followed by its inner ones. Skips unreadable ones. */
export function listInstructions(
  outer: readonly unknown[],
  inner: readonly { index: number; instructions: readonly unknown[] }[],
  addresses: readonly string[],
): RecordedInstruction[] {
  const listed: RecordedInstruction[] = []
  const add = (given: unknown, isInner: boolean) => {
    const instruction = readInstruction(given, addresses, isInner)
    if (instruction) listed.push(instruction)
  }
  outer.forEach((instruction, index) => {
    add(instruction, false)
    for (const called of inner) {
      if (called.index === index) for (const each of called.instructions) add(each, true)
    }
  })
  return listed
}

function readInstruction(
  given: unknown,
  addresses: readonly string[],
  inner: boolean,
): RecordedInstruction | null {
  if (!isObject(given)) return null
  const program =
    typeof given.programIdIndex === 'number' ? addresses[given.programIdIndex] : given.programId
  if (typeof program !== 'string') return null
  const accounts: string[] = []
  for (const account of Array.isArray(given.accounts) ? (given.accounts as unknown[]) : []) {
    const address = typeof account === 'number' ? addresses[account] : account
    if (typeof address === 'string') accounts.push(address)
  }
  return {
    program,
    accounts,
    data: typeof given.data === 'string' ? given.data : null,
    parsed: given.parsed,
    inner,
  }
}

/** Returns the memos as nodes list them: `[length] text`, joined by `; `. Null without a memo. */
export function readMemo(instructions: readonly RecordedInstruction[]): string | null {
  const memos: string[] = []
  for (const { program, data, parsed, inner } of instructions) {
    if (inner || !MEMO_PROGRAMS.includes(program)) continue
    const text = typeof parsed === 'string' ? parsed : decodeText(data)
    if (text !== null) memos.push(`[${Buffer.byteLength(text)}] ${text}`)
  }
  return memos.length === 0 ? null : memos.join('; ')
}

function decodeText(data: string | null): string | null {
  const bytes = data === null ? null : decodeBase58(data)
  return bytes === null ? null : Buffer.from(bytes).toString()
}

export const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
