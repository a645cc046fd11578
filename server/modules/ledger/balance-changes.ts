import type { ConsumptionType } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import { findPageStart, buildPageIdsSql } from '#server/db/list-places.ts'
import { createPage, type Page } from '#server/db/page.ts'

type BalanceChangeKind = 'topup' | 'charge' | 'refund' | 'grant' | 'operator' | 'reversal'

/** One transfer as its user sees it. `lamports` is negative for money out. */
export type BalanceChange = {
  readonly id: string
  readonly kind: BalanceChangeKind
  readonly lamports: bigint
  /** Lamports. */
  readonly balanceAfter: bigint
  /** Name of the purchase or refund, or the reason of the transfer. */
  readonly note: string | null
  readonly consumptionType: ConsumptionType | null
  readonly createdAt: Date
}

/** Returns a page of the changes of a user's balance, newest first. A refund names what was refunded. */
export async function selectBalanceChanges(
  q: Queryable,
  page: { userId: string; offset: number; limit: number },
): Promise<Page<BalanceChange>> {
  const { userId } = page
  const list = {
    name: 'transfer',
    userId,
    from: 'transfer where user_id = $1',
    values: [userId],
    id: 'id',
  }
  const { key, skip, total } = await findPageStart(q, list, page.offset)
  const rows = await q.query<BalanceChange>(
    `select t.id, t.kind, case when t.credit = t.user_id then t.lamports else -t.lamports end as lamports,
       t.balance_after as "balanceAfter", coalesce(c.description, t.memo) as note, c.type as "consumptionType",
       t.created_at as "createdAt"
     from transfer t left join consumption c on c.transfer_id = coalesce(t.refund_of, t.id)
     where t.id in (${buildPageIdsSql(list)})
     order by t.created_at desc, t.id desc`,
    [userId, key.at, key.id, skip, page.limit + 1],
  )
  return createPage(q, rows, page, { ...list, total })
}
