import { createHash } from 'node:crypto'
import bs58 from 'bs58'
import type { SolanaRpc } from '#server/clients/solana-rpc.ts'
import { isOnCurve } from '#server/local-chain/ed25519-point.ts'
import type { PaymentToken } from './create-payment.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './transfer-instructions.ts'

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const PDA_MARKER = Buffer.from('ProgramDerivedAddress')

/**
 * A mint's bytes: 82, or more with extensions, which a type byte at 165 (1 for a mint) announces; decimals at 44, a mark
 * of being initialised at 45. Source: spl-token-interface, state.rs; token-2022, extension/mod.rs.
 */
const MINT_BYTES = 82
const DECIMALS_AT = 44
const INITIALIZED_AT = 45
const ACCOUNT_TYPE_AT = 165
const MINT_TYPE = 1

export type LoadedToken =
  | { readonly ok: true; readonly token: PaymentToken }
  | { readonly ok: false; readonly reason: 'missing' | 'not_a_mint' }

/** Reads from the chain what must be known of a mint to be paid in it. `rawPerPoint`: raw units for one POINT. */
export async function loadPaymentToken(
  rpc: Pick<SolanaRpc, 'getAccountInfo'>,
  { mint, rawPerPoint, receiver }: { mint: string; rawPerPoint: bigint; receiver: string },
): Promise<LoadedToken> {
  const account = await rpc.getAccountInfo(mint)
  if (account === null) return { ok: false, reason: 'missing' }
  const { owner: program, data } = account
  const decimals = data[DECIMALS_AT]
  const isMint =
    (program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM) &&
    (data.length === MINT_BYTES || data[ACCOUNT_TYPE_AT] === MINT_TYPE) &&
    data[INITIALIZED_AT] === 1
  if (!isMint || decimals === undefined) return { ok: false, reason: 'not_a_mint' }
  const destination = associatedTokenAddress({ owner: receiver, mint, program })
  return { ok: true, token: { mint, program, decimals, rawPerPoint, destination } }
}

/**
 * The token account that belongs to an owner by convention: the first hash off the curve, bump counting down from 255.
 * Source: https://solana.com/docs/core/pda and the associated-token-account program.
 */
export function associatedTokenAddress({
  owner,
  mint,
  program,
}: {
  owner: string
  mint: string
  program: string
}): string {
  const seeds = [owner, program, mint].map((key) => bs58.decode(key))
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(seed)
    hash.update(Uint8Array.of(bump)).update(bs58.decode(ASSOCIATED_TOKEN_PROGRAM))
    const address = bs58.encode(hash.update(PDA_MARKER).digest())
    if (!isOnCurve(address)) return address
  }
  throw new Error(`no associated token account for ${owner} and ${mint}`)
}
