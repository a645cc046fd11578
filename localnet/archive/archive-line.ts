import * as z from 'zod/mini'
import { parseExactJson } from '#solana/exact-json.ts'
import { readEffects } from './archive-effects.ts'
import { listInstructions, readMemo } from './archive-instructions.ts'
import type {
  RecordedAccount,
  RecordedKey,
  RecordedMint,
  RecordedTransaction,
} from './recorded-transaction.ts'

export type LineReading =
  | { ok: true; transaction: RecordedTransaction; text: string }
  | { ok: false; reason: string }

const Lamports = z.union([z.number(), z.bigint()])
const Address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'not an address'))

const TokenBalance = z.object({
  accountIndex: z.int(),
  mint: Address,
  owner: z.nullish(z.string()),
  programId: z.nullish(z.string()),
  uiTokenAmount: z.object({
    amount: z.string().check(z.regex(/^\d{1,20}$/, 'not a raw amount')),
    decimals: z.int(),
  }),
})

const ParsedKey = z.object({ pubkey: Address, signer: z.boolean() })

const Line = z.object({
  slot: z.int().check(z.nonnegative()),
  blockTime: z.nullish(z.int()),
  transactionIndex: z.nullish(z.int()),
  transaction: z.object({
    signatures: z
      .array(z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'not a signature')))
      .check(z.minLength(1)),
    message: z.object({
      header: z.nullish(z.object({ numRequiredSignatures: z.int() })),
      accountKeys: z.union([z.array(Address), z.array(ParsedKey)]).check(z.minLength(1)),
      instructions: z.array(z.unknown()),
    }),
  }),
  meta: z.object({
    err: z.optional(z.unknown()),
    preBalances: z.array(Lamports),
    postBalances: z.array(Lamports),
    preTokenBalances: z.nullish(z.array(TokenBalance)),
    postTokenBalances: z.nullish(z.array(TokenBalance)),
    innerInstructions: z.nullish(
      z.array(z.object({ index: z.int(), instructions: z.array(z.unknown()) })),
    ),
    loadedAddresses: z.nullish(
      z.object({ writable: z.array(Address), readonly: z.array(Address) }),
    ),
  }),
})
type Line = z.infer<typeof Line>

/**
 * Reads one line of a recording: a `getTransaction` result in `json` or `jsonParsed` encoding, bare or as the whole
 * JSON-RPC answer. `text` is the result alone, on one line.
 */
export function readLine(text: string): LineReading {
  let given: unknown
  try {
    given = parseExactJson(text)
  } catch {
    return { ok: false, reason: 'not JSON' }
  }
  if (isAnswer(given)) return readLine(JSON.stringify(given.result))
  const refusal = refuse(given)
  if (refusal !== null) return { ok: false, reason: refusal }
  const line = Line.safeParse(given)
  if (!line.success) return { ok: false, reason: describe(line.error) }
  const { slot, blockTime, transactionIndex, transaction, meta } = line.data
  const keys = readKeys(line.data)
  if (keys.length !== meta.preBalances.length || keys.length !== meta.postBalances.length) {
    return {
      ok: false,
      reason: `${keys.length} account keys do not match ${meta.postBalances.length} balances`,
    }
  }
  const addresses = keys.map(({ address }) => address)
  const accounts = readAccounts(addresses, meta)
  const instructions = listInstructions(
    transaction.message.instructions,
    meta.innerInstructions ?? [],
    addresses,
  )
  const err = meta.err ?? null
  return {
    ok: true,
    text: text.replaceAll(/[\r\n]/g, ' ').trim(),
    transaction: {
      signature: transaction.signatures[0] ?? '',
      slot,
      blockTime: blockTime ?? null,
      transactionIndex: transactionIndex ?? null,
      err,
      memo: readMemo(instructions),
      accounts,
      mints: readMints(meta),
      effects:
        err === null
          ? readEffects(instructions, {
              keys,
              accounts,
              lamportsBefore: meta.preBalances,
            })
          : [],
    },
  }
}

/** Returns static keys, then those from lookup tables; `jsonParsed` lists all of them together. */
function readKeys({ transaction, meta }: Line): RecordedKey[] {
  const { accountKeys, header } = transaction.message
  const signers = header?.numRequiredSignatures ?? transaction.signatures.length
  const keys: RecordedKey[] = []
  let parsed = false
  for (const key of accountKeys) {
    if (typeof key === 'string') keys.push({ address: key, signer: keys.length < signers })
    else {
      parsed = true
      keys.push({ address: key.pubkey, signer: key.signer })
    }
  }
  if (parsed || !meta.loadedAddresses) return keys
  for (const address of meta.loadedAddresses.writable) keys.push({ address, signer: false })
  for (const address of meta.loadedAddresses.readonly) keys.push({ address, signer: false })
  return keys
}

function readAccounts(addresses: string[], meta: Line['meta']): RecordedAccount[] {
  const accounts = addresses.map((address, index): RecordedAccount => ({
    address,
    lamportsBefore: BigInt(meta.preBalances[index] ?? 0),
    amountBefore: null,
    lamportsAfter: BigInt(meta.postBalances[index] ?? 0),
    holdingAfter: null,
  }))
  for (const { accountIndex, uiTokenAmount } of meta.preTokenBalances ?? []) {
    const account = accounts[accountIndex]
    if (account) account.amountBefore = uiTokenAmount.amount
  }
  for (const { accountIndex, mint, owner, programId, uiTokenAmount } of meta.postTokenBalances ??
    []) {
    const account = accounts[accountIndex]
    if (!account) continue
    account.holdingAfter = {
      mint,
      owner: owner ?? null,
      program: programId ?? null,
      amount: BigInt(uiTokenAmount.amount),
      decimals: uiTokenAmount.decimals,
    }
  }
  return accounts
}

function readMints({ preTokenBalances, postTokenBalances }: Line['meta']): RecordedMint[] {
  const mints = new Map<string, RecordedMint>()
  for (const balances of [preTokenBalances, postTokenBalances]) {
    for (const { mint, programId, uiTokenAmount } of balances ?? []) {
      if (!mints.has(mint)) {
        mints.set(mint, { mint, decimals: uiTokenAmount.decimals, program: programId ?? null })
      }
    }
  }
  return [...mints.values()]
}

const isAnswer = (given: unknown): given is { result: unknown } =>
  typeof given === 'object' && given !== null && 'jsonrpc' in given && 'result' in given

/** Returns the reason for common faults of a recording; null if it has none of them. */
function refuse(given: unknown): string | null {
  if (given === null) return 'the node did not have this transaction (null)'
  if (typeof given !== 'object' || Array.isArray(given)) return 'not a getTransaction result'
  if (!('transaction' in given)) return 'not a getTransaction result'
  if (Array.isArray(given.transaction) || typeof given.transaction === 'string') {
    return 'raw bytes; record with json or jsonParsed encoding'
  }
  if (!('meta' in given) || given.meta === null) return 'meta is missing'
  return null
}

function describe(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not a getTransaction result'
}
