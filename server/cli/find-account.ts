import type { Queryable } from '#server/db/database.ts'
import {
  findById,
  findByUsernameKey,
  findByWallet,
  type Account,
} from '#server/modules/auth/account-repository.ts'
import {
  isIdLike,
  isShortAddress,
  usernameKey,
  walletUsernames,
} from '#server/modules/auth/usernames.ts'
import { isAddress } from '#solana/base58.ts'
import { CommandError } from './operator.ts'

/** How an operator may name an account, for the help of commands. */
export const ACCOUNT_HELP = 'account id, wallet address or username'

/**
 * The one account that an operator means. An id or an address is never looked up as a name, and a name in the form of a
 * shortened address counts only for the account that has such a wallet: names are chosen by users, also by impostors.
 * Throws `CommandError`.
 */
export async function findAccount(q: Queryable, text: string): Promise<Account> {
  if (isIdLike(text)) {
    return found(await findById(q, text.toLowerCase()), `There is no account with the id ${text}.`)
  }
  if (isAddress(text)) {
    return found(await findByWallet(q, text), `The wallet ${text} is linked to no account.`)
  }
  const named = found(await findByUsernameKey(q, usernameKey(text)), `There is no user ${text}.`)
  const isOwn = named.walletAddresses.some((address) =>
    walletUsernames(address).some((name) => usernameKey(name) === usernameKey(text)),
  )
  if (isShortAddress(text) && !isOwn) {
    throw new CommandError(
      `${text} looks like a wallet address, but the account of that name (${named.id}) has no such wallet. Name the account by its id or by the full address.`,
    )
  }
  return named
}

const found = (account: Account | undefined, problem: string): Account => {
  if (account === undefined) throw new CommandError(problem)
  return account
}

/** `alice (account 0190…, wallets 7xKX…)`: enough for an operator to see whom a command concerns. */
export const describeAccount = ({ id, username, walletAddresses }: Account): string => {
  const wallets =
    walletAddresses.length === 0
      ? 'no wallet'
      : `${walletAddresses.length === 1 ? 'wallet' : 'wallets'} ${walletAddresses.join(', ')}`
  return `${username} (account ${id}, ${wallets})`
}
