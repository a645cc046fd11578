/** Addresses that are the same on every cluster: the native and SPL programs. Source: https://solana.com/docs/core/programs */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111'
const BPF_LOADER = 'BPFLoader2111111111111111111111111111111111'
const BPF_LOADER_DEPRECATED = 'BPFLoader1111111111111111111111111111111111'
export const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const LOADER_V4 = 'LoaderV411111111111111111111111111111111111'
export const ED25519_PROGRAM = 'Ed25519SigVerify111111111111111111111111111'
export const SECP256K1_PROGRAM = 'KeccakSecp256k11111111111111111111111111111'
export const SECP256R1_PROGRAM = 'Secp256r1SigVerify1111111111111111111111111'
export const MEMO_PROGRAMS: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/** Mint of wrapped SOL; its token accounts are native: amount + reserve = lamports. */
export const WSOL_MINT = 'So11111111111111111111111111111111111111112'

/** Programs whose instructions use the fixed 3,000 compute units of SIMD-0170. */
export const BUILTIN_PROGRAMS: readonly string[] = [
  SYSTEM_PROGRAM,
  VOTE_PROGRAM,
  UPGRADEABLE_LOADER,
  BPF_LOADER,
  BPF_LOADER_DEPRECATED,
  LOADER_V4,
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
]

export const isTokenProgram = (address: string): boolean =>
  address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM
