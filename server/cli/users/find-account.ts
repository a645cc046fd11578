import type { Queryable } from '#server/db/database.ts'
import {
  findById,
  findByUsernameKey,
  findByWallet,
  type Account,
} from '#server/modules/auth/account-repository.ts'
import {
  isShortAddress,
  toUsernameKey,
  listWalletUsernames,
} from '#server/modules/auth/usernames.ts'
import { isAddress } from '#solana/base58.ts'
import { CommandError } from '#server/cli/operator.ts'
import { isUuid } from '#server/lib/ids.ts'

export const ACCOUNT_HELP = 'account id, wallet address or username'

/**
 * Returns the account that an operator names. An id or an address is never looked up as a username. A shortened
 * address counts only for the account with such a wallet, because users choose their names. Throws `CommandError`.
 */
export async function findAccount(q: Queryable, text: string): Promise<Account> {
  if (isUuid(text)) {
    return requireFound(
      await findById(q, text.toLowerCase()),
      `There is no account with the id ${text}.`,
    )
  }
  if (isAddress(text)) {
    return requireFound(await findByWallet(q, text), `The wallet ${text} is linked to no account.`)
  }
  const named = requireFound(
    await findByUsernameKey(q, toUsernameKey(text)),
    `There is no user ${text}.`,
  )
  const isOwn = named.walletAddresses.some((address) =>
    listWalletUsernames(address).some((name) => toUsernameKey(name) === toUsernameKey(text)),
  )
  if (isShortAddress(text) && !isOwn) {
    throw new CommandError(
      `${text} looks like a wallet address, but the account of that name (${named.id}) has no such wallet. Name the account by its id or by the full address.`,
    )
  }
  return named
}

const requireFound = (account: Account | undefined, problem: string): Account => {
  if (account === undefined) throw new CommandError(problem)
  return account
}

/** Returns for example `alice (account 0190…, wallet 7xKX…)`. */
export const describeAccount = ({ id, username, walletAddresses }: Account): string => {
  const wallets =
    walletAddresses.length === 0
      ? 'no wallet'
      : `${walletAddresses.length === 1 ? 'wallet' : 'wallets'} ${walletAddresses.join(', ')}`
  return `${username} (account ${id}, ${wallets})`
}
