import * as z from 'zod/mini'

/** A base58 string of 32 bytes by its look; whether it decodes to 32 bytes is checked where bytes are at hand. */
export const SolanaAddress = z
  .string()
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'Not a Solana address'))
  .brand<'SolanaAddress'>()
export type SolanaAddress = z.infer<typeof SolanaAddress>

/** A base58 string of 64 bytes by its look. */
export const TransactionSignature = z
  .string()
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'Not a transaction signature'))
  .brand<'TransactionSignature'>()
export type TransactionSignature = z.infer<typeof TransactionSignature>

export const Id = z.string().check(z.minLength(1), z.maxLength(64))
export const IdParams = z.object({ id: Id })
