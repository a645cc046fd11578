import { toMetaTokenAmount } from '#localnet/wire.ts'
import { WSOL_MINT } from '#solana/programs.ts'

export type DemoTokenAccount = { mint: string; owner: string; amount: bigint }
export type DemoAccount = { lamports: bigint; tokenAccount: DemoTokenAccount | null }

/** Rent exemption of a token account (165 bytes) and of a mint (82 bytes). */
export const TOKEN_ACCOUNT_RENT = 2_039_280n
export const MINT_RENT = 1_461_600n

/** All balances of the demo market. Throws if a balance would fall below zero. */
export class DemoLedger {
  readonly #accounts = new Map<string, DemoAccount>()

  getLamports(address: string): bigint {
    return this.#accounts.get(address)?.lamports ?? 0n
  }

  getTokenAccount(address: string): DemoTokenAccount | null {
    return this.#accounts.get(address)?.tokenAccount ?? null
  }

  getTokens(address: string): bigint {
    return this.getTokenAccount(address)?.amount ?? 0n
  }

  exists(address: string): boolean {
    return this.getLamports(address) > 0n
  }

  airdrop(address: string, lamports: bigint): void {
    this.#findOrCreate(address).lamports += lamports
  }

  pay(from: string, to: string, lamports: bigint): void {
    this.burnLamports(from, lamports)
    this.#findOrCreate(to).lamports += lamports
  }

  burnLamports(from: string, lamports: bigint): void {
    const account = this.#findOrCreate(from)
    if (lamports < 0n || account.lamports < lamports) {
      throw new Error(`${from} has ${account.lamports} lamports, not ${lamports}`)
    }
    account.lamports -= lamports
  }

  openTokenAccount(address: string, mint: string, owner: string): void {
    this.#findOrCreate(address).tokenAccount = { mint, owner, amount: 0n }
  }

  issue(address: string, amount: bigint): void {
    this.#requireTokenAccount(address).amount += amount
  }

  /** Also moves the lamports of native token accounts. `tax` is withheld from the receiver. */
  moveTokens(from: string, to: string, amount: bigint, fee = 0n): void {
    const [source, target] = [this.#requireTokenAccount(from), this.#requireTokenAccount(to)]
    if (amount < 0n || source.amount < amount) {
      throw new Error(`${from} holds ${source.amount}, not ${amount}`)
    }
    source.amount -= amount
    target.amount += amount - fee
    if (source.mint === WSOL_MINT) this.pay(from, to, amount)
  }

  syncNative(address: string): void {
    this.#requireTokenAccount(address).amount = this.getLamports(address) - TOKEN_ACCOUNT_RENT
  }

  closeTokenAccount(address: string, to: string): void {
    this.pay(address, to, this.getLamports(address))
    this.#findOrCreate(address).tokenAccount = null
  }

  #findOrCreate(address: string): DemoAccount {
    const known = this.#accounts.get(address)
    if (known) return known
    const account: DemoAccount = { lamports: 0n, tokenAccount: null }
    this.#accounts.set(address, account)
    return account
  }

  #requireTokenAccount(address: string): DemoTokenAccount {
    const { tokenAccount } = this.#findOrCreate(address)
    if (!tokenAccount) throw new Error(`${address} is no token account`)
    return tokenAccount
  }
}

export type GetTokenProgram = (mint: string) => string

export function listTokenBalances(
  ledger: DemoLedger,
  addresses: readonly string[],
  { decimals, getTokenProgram }: { decimals: number; getTokenProgram: GetTokenProgram },
) {
  return addresses.flatMap((address, accountIndex) => {
    const tokenAccount = ledger.getTokenAccount(address)
    if (!tokenAccount) return []
    const { mint, owner, amount } = tokenAccount
    return [
      {
        accountIndex,
        mint,
        owner,
        programId: getTokenProgram(mint),
        uiTokenAmount: toMetaTokenAmount(amount, mint === WSOL_MINT ? 9 : decimals),
      },
    ]
  })
}
