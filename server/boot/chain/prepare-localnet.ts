import { randomInt } from 'node:crypto'
import { createJsonRpc } from '#server/clients/solana-rpc/json-rpc.ts'
import { createSignerFromText, type Signer } from '#solana/keys.ts'
import { deriveAssociatedTokenAddress } from '#solana/program-address.ts'
import { TOKEN_PROGRAM } from '#solana/programs.ts'
import { MINT_BYTES } from '#solana/token-state.ts'
import type { Instruction } from '#solana/instruction.ts'
import { signTransaction } from '#solana/sign-transaction.ts'
import {
  createUnitLimitInstruction,
  createAccountInstruction,
} from '#solana/system-instructions.ts'
import {
  createAssociatedAccountInstruction,
  createInitializeMintInstruction,
  createMintToInstruction,
} from '#solana/token-instructions.ts'

/** Enough for thousands of token accounts. */
const AUTHORITY_LAMPORTS = 100_000_000_000n
const AUTHORITY_RESERVE_LAMPORTS = 10_000_000_000n
const DEMO_TOKEN_DECIMALS = 6
const TIMEOUT_MS = 10_000
/** Above what a grant costs; the exact number makes each of two equal grants unique. */
const GRANT_UNITS = 60_000
const GRANT_UNIT_SPREAD = 1_000_000

export type DemoToken = {
  mint: string
  decimals: number
  program: string
  authority: string
}

/** `signature` is null when there was nothing to do. */
export type TokenGrant = { account: string; signature: string | null }

/** Asks the faucet for lamports and returns the signature. A new account needs at least 890,880 for rent. */
export async function fund(rpcUrl: string, address: string, lamports: bigint): Promise<string> {
  return (await createRpc(rpcUrl).call('requestAirdrop', [address, Number(lamports)])) as string
}

/** Derives the demo token from its seed. Anyone with the seed can mint it. */
export const deriveDemoToken = (authoritySeed: string): DemoToken => ({
  mint: deriveMintSigner(authoritySeed).address,
  decimals: DEMO_TOKEN_DECIMALS,
  program: TOKEN_PROGRAM,
  authority: deriveAuthority(authoritySeed).address,
})

/** Creates the seed's demo token unless it exists: an SPL mint with 6 decimals and no metadata. */
export async function createDemoToken({
  rpcUrl,
  authoritySeed,
}: {
  rpcUrl: string
  authoritySeed: string
}): Promise<DemoToken> {
  const rpc = createRpc(rpcUrl)
  const token = deriveDemoToken(authoritySeed)
  if (await hasAccount(rpc, token.mint)) return token
  const authority = deriveAuthority(authoritySeed)
  await ensureFunded(rpc, rpcUrl, authority.address)
  const rent = await rpc.call('getMinimumBalanceForRentExemption', [MINT_BYTES])
  await send(
    rpc,
    [
      createAccountInstruction({
        payer: authority.address,
        account: token.mint,
        lamports: BigInt(rent as number | bigint),
        space: MINT_BYTES,
        owner: TOKEN_PROGRAM,
      }),
      createInitializeMintInstruction(token.mint, token.decimals, authority.address),
    ],
    [authority, deriveMintSigner(authoritySeed)],
  )
  return token
}

/** Mints raw units of the demo token to the owner's associated account. Creates the account if needed. */
export async function grantDemoToken({
  rpcUrl,
  authoritySeed,
  owner,
  rawAmount,
}: {
  rpcUrl: string
  authoritySeed: string
  owner: string
  rawAmount: bigint
}): Promise<TokenGrant> {
  const rpc = createRpc(rpcUrl)
  const { mint } = deriveDemoToken(authoritySeed)
  const authority = deriveAuthority(authoritySeed)
  const account = deriveAssociatedTokenAddress({ owner, mint, program: TOKEN_PROGRAM })
  if (rawAmount === 0n && (await hasAccount(rpc, account))) return { account, signature: null }
  await ensureFunded(rpc, rpcUrl, authority.address)
  const create = { payer: authority.address, account, owner, mint }
  const mintMore = { mint, account, authority: authority.address, rawAmount }
  const signature = await send(
    rpc,
    [
      createUnitLimitInstruction(GRANT_UNITS + randomInt(GRANT_UNIT_SPREAD)),
      createAssociatedAccountInstruction(create),
      ...(rawAmount === 0n ? [] : [createMintToInstruction(mintMore)]),
    ],
    [authority],
  )
  return { account, signature }
}

/** Creates the owner's associated account unless it exists. The seed's authority pays. */
export async function openTokenAccount({
  rpcUrl,
  authoritySeed,
  owner,
  mint,
  program,
}: {
  rpcUrl: string
  authoritySeed: string
  owner: string
  mint: string
  program: string
}): Promise<TokenGrant> {
  const rpc = createRpc(rpcUrl)
  const account = deriveAssociatedTokenAddress({ owner, mint, program })
  if (await hasAccount(rpc, account)) return { account, signature: null }
  const authority = deriveAuthority(authoritySeed)
  await ensureFunded(rpc, rpcUrl, authority.address)
  const create = { payer: authority.address, account, owner, mint, program }
  const signature = await send(rpc, [createAssociatedAccountInstruction(create)], [authority])
  return { account, signature }
}

type JsonRpc = ReturnType<typeof createJsonRpc>

const createRpc = (url: string): JsonRpc =>
  createJsonRpc({
    url,
    timeoutMs: TIMEOUT_MS,
    retries: 0,
    maxBatch: 1,
    fetch: globalThis.fetch,
    random: Math.random,
  })

const deriveAuthority = (seed: string): Signer =>
  createSignerFromText(`demo-token-authority:${seed}`)
const deriveMintSigner = (seed: string): Signer => createSignerFromText(`demo-token-mint:${seed}`)

async function hasAccount(rpc: JsonRpc, address: string): Promise<boolean> {
  const answer = await rpc.call('getAccountInfo', [address, { encoding: 'base64' }])
  return (answer as { value: unknown }).value !== null
}

async function ensureFunded(rpc: JsonRpc, rpcUrl: string, address: string): Promise<void> {
  const answer = (await rpc.call('getBalance', [address])) as { value: number | bigint }
  if (BigInt(answer.value) >= AUTHORITY_RESERVE_LAMPORTS) return
  await fund(rpcUrl, address, AUTHORITY_LAMPORTS)
}

async function send(
  rpc: JsonRpc,
  instructions: readonly Instruction[],
  signers: readonly [Signer, ...Signer[]],
): Promise<string> {
  const answer = await rpc.call('getLatestBlockhash', [{ commitment: 'processed' }])
  const { blockhash } = (answer as { value: { blockhash: string } }).value
  const bytes = signTransaction({ instructions, recentBlockhash: blockhash, signers })
  const encoded = Buffer.from(bytes).toString('base64')
  return (await rpc.call('sendTransaction', [encoded, { encoding: 'base64' }])) as string
}
