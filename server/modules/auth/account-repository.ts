import type { Queryable } from '#server/db/database.ts'

/** `passwordHash`: null without a password. `walletAddresses`: oldest first. */
export type Account = {
  id: string
  username: string
  passwordHash: string | null
  isDisabled: boolean
  walletAddresses: string[]
}

const ACCOUNT = `u.id, u.username, u.password_hash as "passwordHash", u.disabled_at is not null as "isDisabled",
  array(select w.address from user_wallet w where w.user_id = u.id order by w.linked_at, w.address) as "walletAddresses"`

async function findOne(
  q: Queryable,
  condition: string,
  value: string,
): Promise<Account | undefined> {
  const [account] = await q.query<Account>(`select ${ACCOUNT} from app_user u where ${condition}`, [
    value,
  ])
  return account
}

export const findByUsernameKey = (q: Queryable, key: string) =>
  findOne(q, 'u.username_key = $1', key)

export const findById = (q: Queryable, id: string) => findOne(q, 'u.id::text = $1', id)

export const findByWallet = (q: Queryable, address: string) =>
  findOne(q, 'u.id = (select user_id from user_wallet where address = $1)', address)

/** Returns false if the name is taken. */
export async function insertAccount(
  q: Queryable,
  account: { id: string; username: string; usernameKey: string; passwordHash: string | null },
): Promise<boolean> {
  const rows = await q.query(
    `insert into app_user (id, username, username_key, password_hash) values ($1, $2, $3, $4)
     on conflict (username_key) do nothing returning id`,
    [account.id, account.username, account.usernameKey, account.passwordHash],
  )
  return rows.length === 1
}

/** Links a wallet unless it has an owner. Returns its owner. */
export async function insertWallet(
  q: Queryable,
  address: string,
  userId: string,
): Promise<string | undefined> {
  await q.query(
    'insert into user_wallet (address, user_id) values ($1, $2) on conflict (address) do nothing',
    [address, userId],
  )
  const [row] = await q.query<{ user_id: string }>(
    'select user_id from user_wallet where address = $1',
    [address],
  )
  return row?.user_id
}

/** Returns false if another account has the name. */
export async function updateCredentials(
  q: Queryable,
  change: { userId: string; username: string; usernameKey: string; passwordHash: string },
): Promise<boolean> {
  const rows = await q.query(
    `update app_user set username = $2, username_key = $3, password_hash = $4
     where id = $1 and not exists (select 1 from app_user where username_key = $3 and id <> $1)
     returning id`,
    [change.userId, change.username, change.usernameKey, change.passwordHash],
  )
  return rows.length === 1
}

type WalletRow = { address: string; linked_at: Date }

/** Returns an account's wallets, oldest first. */
export const listWallets = (q: Queryable, userId: string): Promise<WalletRow[]> =>
  q.query<WalletRow>(
    'select address, linked_at from user_wallet where user_id = $1 order by linked_at, address',
    [userId],
  )

/** Locks the account until the transaction ends, so that concurrent changes to its sign-in methods run one by one. */
export async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select id from app_user where id = $1 for update', [userId])
}

/** Has no effect if the wallet is not this user's. */
export async function deleteWallet(q: Queryable, address: string, userId: string): Promise<void> {
  await q.query('delete from user_wallet where address = $1 and user_id = $2', [address, userId])
}

/** Keeps the time of an earlier call. */
export async function disableAccount(q: Queryable, userId: string): Promise<void> {
  await q.query('update app_user set disabled_at = coalesce(disabled_at, now()) where id = $1', [
    userId,
  ])
}
