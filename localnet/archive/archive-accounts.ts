import { isOnCurve } from '#solana/curve.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, UPGRADEABLE_LOADER, WSOL_MINT } from '#solana/programs.ts'
import {
  encodeMetadataAccount,
  encodeMintWithMetadata,
  type MetadataCreation,
} from '#solana/metadata-writing.ts'
import { METADATA_PROGRAM } from '#solana/token-metadata.ts'
import { mintCodec, tokenAccountCodec } from '#solana/token-state.ts'
import { compareEntries, type Entry } from './archive-index.ts'
import type {
  Effect,
  Holding,
  OwnerCertainty,
  RecordedAccount,
  RecordedTransaction,
} from './recorded-transaction.ts'
import type { AccountState } from '#localnet/svm/account-state.ts'
import type { ArchivedHolding, ArchivedSupply } from './archive-source.ts'

type BalanceState = { seenIn: Entry; lamports: bigint; holding: Holding | null }

type MintState = {
  program: string
  decimals: number
  /** True if the recording has the creation of the mint, so that `issued` is its whole supply. */
  isFromCreation: boolean
  issued: bigint
  holders: Set<string>
  mintAuthority: { value: string | null; seenIn: Entry } | null
  freezeAuthority: { value: string | null; seenIn: Entry } | null
  /** Kept inside the mint by Token-2022. */
  metadata: MetadataCreation | null
}

type OwnerState = { program: string; certainty: OwnerCertainty; seenIn: Entry }

export type AccountsState = {
  accounts: Map<string, BalanceState>
  mints: Map<string, MintState>
  owners: Map<string, OwnerState>
  programs: Set<string>
  /** By address of the metadata account. */
  metadata: Map<string, MetadataCreation>
}

const LARGEST_ACCOUNTS = 20
/** Rent exemption: 128 bytes of overhead and the data, 6,960 lamports a byte (2 years at 3,480 a byte-year). */
const LAMPORTS_PER_BYTE = 6_960n
const EMPTY_ACCOUNT_RENT = 128n * LAMPORTS_PER_BYTE
const MINT_RENT = EMPTY_ACCOUNT_RENT + 82n * LAMPORTS_PER_BYTE
const CERTAINTY: Record<OwnerCertainty, number> = { named: 0, debited: 1, assigned: 2 }

/** The state of accounts after the last recorded transaction that touched each of them. */
export class ArchiveAccounts {
  readonly #accounts: Map<string, BalanceState>
  readonly #mints: Map<string, MintState>
  readonly #owners: Map<string, OwnerState>
  readonly #programs: Set<string>
  readonly #metadata: Map<string, MetadataCreation>

  constructor(
    state: AccountsState = {
      accounts: new Map(),
      mints: new Map(),
      owners: new Map(),
      programs: new Set(),
      metadata: new Map(),
    },
  ) {
    this.#accounts = state.accounts
    this.#mints = state.mints
    this.#owners = state.owners
    this.#programs = state.programs
    this.#metadata = state.metadata
  }

  getState(): AccountsState {
    return {
      accounts: this.#accounts,
      mints: this.#mints,
      owners: this.#owners,
      programs: this.#programs,
      metadata: this.#metadata,
    }
  }

  /** Applies a transaction. They may come in any order: an older one never overwrites a newer state. */
  apply(
    entry: Entry,
    { accounts, mints, effects }: Pick<RecordedTransaction, 'accounts' | 'mints' | 'effects'>,
  ): void {
    for (const { mint, ...facts } of mints) this.#findOrAddMint(mint, facts)
    this.applyBalances(entry, { accounts })
    for (const effect of effects) this.#applyEffect(entry, effect)
  }

  /** Repeatable, unlike the effects. Used once the order of transactions is known. */
  applyBalances(entry: Entry, { accounts }: Pick<RecordedTransaction, 'accounts'>): void {
    for (const account of accounts) this.#applyBalance(entry, account)
  }

  findAccount(address: string): AccountState | null {
    const state = this.#accounts.get(address)
    const mint = this.#mints.get(address)
    if (mint) {
      return {
        lamports: state && state.lamports > 0n ? state.lamports : MINT_RENT,
        owner: mint.program,
        executable: false,
        data: this.#encodeMintData(address, mint),
      }
    }
    if (!state || state.lamports === 0n) return null
    const { lamports, holding } = state
    const metadata = this.#metadata.get(address)
    if (metadata) {
      const data = Uint8Array.from(encodeMetadataAccount(metadata))
      return { lamports, owner: METADATA_PROGRAM, executable: false, data }
    }
    if (holding) {
      // Without an owner in the recording, a guess could name the wrong trader.
      if (holding.owner === null) return null
      return {
        lamports,
        owner: this.#findProgram(holding),
        executable: false,
        data: encodeTokenAccount({
          mint: holding.mint,
          owner: holding.owner,
          amount: holding.amount,
          lamports,
        }),
      }
    }
    const executable = this.#programs.has(address)
    const owner = executable ? UPGRADEABLE_LOADER : this.#findOwner(address, lamports)
    return { lamports, owner, executable, data: new Uint8Array() }
  }

  #encodeMintData(address: string, mint: MintState): Uint8Array {
    const plain = encodeMint({
      supply: this.#sumSupply(address, mint),
      decimals: mint.decimals,
      mintAuthority: mint.mintAuthority?.value ?? null,
      freezeAuthority: mint.freezeAuthority?.value ?? null,
    })
    return mint.metadata === null
      ? plain
      : Uint8Array.from(encodeMintWithMetadata(plain, mint.metadata))
  }

  findSupply(address: string): ArchivedSupply | null {
    const mint = this.#mints.get(address)
    return mint ? { amount: this.#sumSupply(address, mint), decimals: mint.decimals } : null
  }

  listLargest(address: string): ArchivedHolding[] | null {
    const mint = this.#mints.get(address)
    if (!mint) return null
    return this.#listHoldings(address, mint)
      .toSorted((a, b) =>
        a.amount === b.amount ? (a.address < b.address ? -1 : 1) : a.amount < b.amount ? 1 : -1,
      )
      .slice(0, LARGEST_ACCOUNTS)
      .map((holding) => ({ ...holding, decimals: mint.decimals }))
  }

  #applyBalance(entry: Entry, { address, lamportsAfter, holdingAfter }: RecordedAccount): void {
    if (holdingAfter) this.#mints.get(holdingAfter.mint)?.holders.add(address)
    const known = this.#accounts.get(address)
    if (known && compareEntries(known.seenIn, entry) > 0) return
    this.#accounts.set(address, {
      seenIn: entry,
      lamports: lamportsAfter,
      holding: holdingAfter,
    })
  }

  #applyEffect(entry: Entry, effect: Effect): void {
    switch (effect.kind) {
      case 'program':
        this.#programs.add(effect.program)
        return
      case 'owner':
        this.#applyOwner(entry, effect)
        return
      case 'mint-created': {
        const mint = this.#findOrAddMint(effect.mint, effect)
        mint.isFromCreation = true
        this.#setAuthority(mint, 'mintAuthority', effect.mintAuthority, entry)
        this.#setAuthority(mint, 'freezeAuthority', effect.freezeAuthority, entry)
        return
      }
      case 'supply': {
        const mint = this.#mints.get(effect.mint)
        if (!mint) return
        mint.issued += effect.change
        if (effect.mintAuthority !== null) {
          this.#setAuthority(mint, 'mintAuthority', effect.mintAuthority, entry)
        }
        return
      }
      case 'authority': {
        const mint = this.#mints.get(effect.mint)
        const field = effect.role === 'mint' ? 'mintAuthority' : 'freezeAuthority'
        if (mint) this.#setAuthority(mint, field, effect.authority, entry)
        return
      }
      case 'metadata': {
        const { account, mint } = effect.metadata
        if (account !== null) this.#metadata.set(account, effect.metadata)
        else {
          const known = this.#mints.get(mint)
          if (known) known.metadata = effect.metadata
        }
        return
      }
      default:
        effect satisfies never
    }
  }

  #applyOwner(
    entry: Entry,
    { account, program, certainty }: Extract<Effect, { kind: 'owner' }>,
  ): void {
    const known = this.#owners.get(account)
    if (known) {
      const surer = CERTAINTY[certainty] - CERTAINTY[known.certainty]
      if (surer < 0 || (surer === 0 && compareEntries(known.seenIn, entry) > 0)) return
    }
    this.#owners.set(account, { program, certainty, seenIn: entry })
  }

  #setAuthority(
    mint: MintState,
    field: 'mintAuthority' | 'freezeAuthority',
    value: string | null,
    seenIn: Entry,
  ): void {
    const known = mint[field]
    if (!known || compareEntries(known.seenIn, seenIn) <= 0) mint[field] = { value, seenIn }
  }

  #findOrAddMint(
    address: string,
    { decimals, program }: { decimals: number; program: string | null },
  ): MintState {
    const known = this.#mints.get(address)
    if (known) {
      if (program !== null) known.program = program
      return known
    }
    const mint: MintState = {
      program: program ?? TOKEN_PROGRAM,
      decimals,
      isFromCreation: false,
      issued: 0n,
      holders: new Set(),
      mintAuthority: null,
      freezeAuthority: null,
      metadata: null,
    }
    this.#mints.set(address, mint)
    return mint
  }

  #sumSupply(address: string, mint: MintState): bigint {
    if (mint.isFromCreation) return mint.issued
    return this.#listHoldings(address, mint).reduce((sum, { amount }) => sum + amount, 0n)
  }

  #listHoldings(address: string, { holders }: MintState): { address: string; amount: bigint }[] {
    const holdings: { address: string; amount: bigint }[] = []
    for (const holder of holders) {
      const holding = this.#accounts.get(holder)?.holding
      if (holding?.mint === address && holding.amount > 0n) {
        holdings.push({ address: holder, amount: holding.amount })
      }
    }
    return holdings
  }

  #findProgram({ program, mint }: Holding): string {
    return program ?? this.#mints.get(mint)?.program ?? TOKEN_PROGRAM
  }

  /**
   * An assignment or a debit proves the owner. A program that only received the account counts if no key can sign for
   * the account and its balance is exactly the rent of some data size.
   */
  #findOwner(address: string, lamports: bigint): string {
    const owner = this.#owners.get(address)
    if (!owner) return SYSTEM_PROGRAM
    if (owner.certainty !== 'named') return owner.program
    const isRent =
      lamports > EMPTY_ACCOUNT_RENT && (lamports - EMPTY_ACCOUNT_RENT) % LAMPORTS_PER_BYTE === 0n
    return isRent && !isOnCurve(address) ? owner.program : SYSTEM_PROGRAM
  }
}

/** The supply is zero if a recording that misses a mint makes it negative. */
const encodeMint = ({
  supply,
  ...mint
}: {
  supply: bigint
  decimals: number
  mintAuthority: string | null
  freezeAuthority: string | null
}): Uint8Array =>
  Uint8Array.from(
    mintCodec.encode({ ...mint, supply: supply > 0n ? supply : 0n, isInitialized: true }),
  )

const encodeTokenAccount = ({
  mint,
  owner,
  amount,
  lamports,
}: {
  mint: string
  owner: string
  amount: bigint
  lamports: bigint
}): Uint8Array =>
  Uint8Array.from(
    tokenAccountCodec.encode({
      mint,
      owner,
      amount,
      delegate: null,
      state: 'initialized',
      nativeReserve: mint === WSOL_MINT && lamports >= amount ? lamports - amount : null,
      delegatedAmount: 0n,
      closeAuthority: null,
    }),
  )
