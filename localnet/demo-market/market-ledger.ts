import { toMetaTokenAmount } from '#localnet/wire.ts'
import { WSOL_MINT } from '#solana/programs.ts'

export type DemoHolding = { mint: string; owner: string; amount: bigint }
export type DemoAccount = { lamports: bigint; holding: DemoHolding | null }

/** Rent exemption of a token account (165 bytes) and of a mint (82 bytes). */
export const TOKEN_ACCOUNT_RENT = 2_039_280n
export const MINT_RENT = 1_461_600n

/** Every balance of the demo's world. Throws when a balance would fall below zero. */
export class DemoLedger {
  readonly #accounts = new Map<string, DemoAccount>()

  getLamports(address: string): bigint {
    return this.#accounts.get(address)?.lamports ?? 0n
  }

  getHolding(address: string): DemoHolding | null {
    return this.#accounts.get(address)?.holding ?? null
  }

  getTokens(address: string): bigint {
    return this.getHolding(address)?.amount ?? 0n
  }

  exists(address: string): boolean {
    return this.getLamports(address) > 0n
  }

  endow(address: string, lamports: bigint): void {
    this.#findOrOpen(address).lamports += lamports
  }

  pay(from: string, to: string, lamports: bigint): void {
    this.burnLamports(from, lamports)
    this.#findOrOpen(to).lamports += lamports
  }

  burnLamports(from: string, lamports: bigint): void {
    const account = this.#findOrOpen(from)
    if (lamports < 0n || account.lamports < lamports) {
      throw new Error(`${from} has ${account.lamports} lamports, not ${lamports}`)
    }
    account.lamports -= lamports
  }

  openHolding(address: string, mint: string, owner: string): void {
    this.#findOrOpen(address).holding = { mint, owner, amount: 0n }
  }

  issue(address: string, amount: bigint): void {
    this.#requireHolding(address).amount += amount
  }

  /** Native token accounts move their lamports as well. `tax` is withheld from the receiver. */
  moveTokens(from: string, to: string, amount: bigint, tax = 0n): void {
    const [source, target] = [this.#requireHolding(from), this.#requireHolding(to)]
    if (amount < 0n || source.amount < amount) {
      throw new Error(`${from} holds ${source.amount}, not ${amount}`)
    }
    source.amount -= amount
    target.amount += amount - tax
    if (source.mint === WSOL_MINT) this.pay(from, to, amount)
  }

  syncNative(address: string): void {
    this.#requireHolding(address).amount = this.getLamports(address) - TOKEN_ACCOUNT_RENT
  }

  closeHolding(address: string, to: string): void {
    this.pay(address, to, this.getLamports(address))
    this.#findOrOpen(address).holding = null
  }

  #findOrOpen(address: string): DemoAccount {
    const known = this.#accounts.get(address)
    if (known) return known
    const account: DemoAccount = { lamports: 0n, holding: null }
    this.#accounts.set(address, account)
    return account
  }

  #requireHolding(address: string): DemoHolding {
    const { holding } = this.#findOrOpen(address)
    if (!holding) throw new Error(`${address} is no token account`)
    return holding
  }
}

export type TokenProgramOf = (mint: string) => string

export function listTokenBalances(
  ledger: DemoLedger,
  addresses: readonly string[],
  { decimals, programOf }: { decimals: number; programOf: TokenProgramOf },
) {
  return addresses.flatMap((address, accountIndex) => {
    const holding = ledger.getHolding(address)
    if (!holding) return []
    const { mint, owner, amount } = holding
    return [
      {
        accountIndex,
        mint,
        owner,
        programId: programOf(mint),
        uiTokenAmount: toMetaTokenAmount(amount, mint === WSOL_MINT ? 9 : decimals),
      },
    ]
  })
}
