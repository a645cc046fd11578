import type { Queryable } from '#server/db/database.ts'

export type AccountSummary = {
  id: string
  username: string
  wallets: string[]
  hasPassword: boolean
  isDisabled: boolean
  /** Lamports. */
  balance: bigint
  createdAt: Date
  /** Null if it never had a session. */
  lastUsedAt: Date | null
}

const SUMMARY = `u.id, u.username, u.password_hash is not null as "hasPassword",
  u.disabled_at is not null as "isDisabled", u.created_at as "createdAt", coalesce(a.balance, 0) as balance,
  array(select w.address from user_wallet w where w.user_id = u.id order by w.linked_at, w.address) as wallets,
  (select max(s.last_used_at) from user_session s where s.user_id = u.id) as "lastUsedAt"`

/** Returns accounts, newest first, whose name or wallet contains `search`. Ids are made in order of time. */
export const searchAccounts = (
  q: Queryable,
  page: { search: string; onlyDisabled: boolean; limit: number; before: string | null },
): Promise<AccountSummary[]> =>
  q.query<AccountSummary>(
    `select ${SUMMARY} from app_user u left join account a on a.id = u.id
     where ($1 = '' or position(lower($1) in u.username_key) > 0
         or exists (select 1 from user_wallet w where w.user_id = u.id and position($1 in w.address) > 0))
       and (not $2 or u.disabled_at is not null) and ($3::uuid is null or u.id < $3)
     order by u.id desc limit $4`,
    [page.search, page.onlyDisabled, page.before, page.limit],
  )

/** Throws if the account does not exist. */
export async function summarizeAccount(q: Queryable, id: string): Promise<AccountSummary> {
  const [row] = await q.query<AccountSummary>(
    `select ${SUMMARY} from app_user u left join account a on a.id = u.id where u.id = $1`,
    [id],
  )
  if (row === undefined) throw new Error(`account ${id} is gone`)
  return row
}

/** Returns false if the account was not disabled. */
export async function enableAccount(q: Queryable, id: string): Promise<boolean> {
  const rows = await q.query(
    'update app_user set disabled_at = null where id = $1 and disabled_at is not null returning id',
    [id],
  )
  return rows.length === 1
}
