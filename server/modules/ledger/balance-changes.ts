import type { ConsumptionType } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import { createPage, type Page } from '#server/db/page.ts'

type BalanceChangeKind = 'topup' | 'charge' | 'refund' | 'grant' | 'operator' | 'reversal'

export type BalanceChange = {
  readonly id: string
  readonly kind: BalanceChangeKind
  readonly lamports: bigint
  readonly balanceAfter: bigint
  readonly note: string | null
  readonly consumptionType: ConsumptionType | null
  readonly createdAt: Date
}

export async function selectBalanceChanges(
  q: Queryable,
  page: { userId: string; offset: number; limit: number },
): Promise<Page<BalanceChange>> {
  const params = [page.userId]
  const rows = await q.query<BalanceChange>(
    `select t.id, t.kind, case when t.credit = t.user_id then t.lamports else -t.lamports end as lamports,
       t.balance_after as "balanceAfter", coalesce(c.description, t.memo) as note, c.type as "consumptionType",
       t.created_at as "createdAt"
     from (
       select * from transfer where user_id = $1
       order by created_at desc, id desc offset $2 limit $3
     ) t left join consumption c on c.transfer_id = coalesce(t.refund_of, t.id)
     order by t.created_at desc, t.id desc`,
    [...params, page.offset, page.limit + 1],
  )
  return createPage(q, rows, page, { from: 'transfer where user_id = $1', values: params })
}
