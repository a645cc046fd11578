import type { Queryable } from '#server/db/database.ts'

/** Movements within one step and the balance after it, in lamports; `at` is the end of the step. */
type BalanceStep = { at: Date; balance: bigint } & Sums
export type BalanceHistory = { opening: bigint; steps: BalanceStep[] }

/** `refunded` and `granted` are parts of `credited`. */
type Sums = { credited: bigint; spent: bigint; refunded: bigint; granted: bigint }
type Moved = { index: number } & Sums
type Row = { balance: bigint; at: Date } & { [K in keyof Moved]: Moved[K] | null }

export async function readBalanceHistory(
  q: Queryable,
  { userId, stepSeconds, count }: { userId: string; stepSeconds: number; count: number },
): Promise<BalanceHistory> {
  const rows = await q.query<Row>(
    `select a.balance, now() as at, m.index, m.credited, m.spent, m.refunded, m.granted
     from account a left join (
       select least($3::int - 1, floor(extract(epoch from created_at - (now() - $4::int * interval '1 second'))
           / $2::int))::int as index,
         sum(case when credit = user_id then lamports else 0 end)::bigint as credited,
         sum(case when debit = user_id then lamports else 0 end)::bigint as spent,
         sum(case when kind = 'refund' then lamports else 0 end)::bigint as refunded,
         sum(case when kind in ('grant', 'operator') and credit = user_id then lamports else 0 end)::bigint as granted
       from transfer
       where user_id = $1 and created_at >= now() - $4::int * interval '1 second'
       group by 1) m on true
     where a.id = $1 and a.kind = 'user'`,
    [userId, stepSeconds, count, stepSeconds * count],
  )
  const moved = rows.flatMap(({ index, credited, spent, refunded, granted }) =>
    index === null
      ? []
      : [
          {
            index,
            credited: credited ?? 0n,
            spent: spent ?? 0n,
            refunded: refunded ?? 0n,
            granted: granted ?? 0n,
          },
        ],
  )
  const last = { balance: rows[0]?.balance ?? 0n, at: rows[0]?.at ?? new Date() }
  return balanceSteps(last, moved, { stepSeconds, count })
}

/** Counts back from the current balance, so the last step equals it. */
function balanceSteps(
  last: { balance: bigint; at: Date },
  moved: readonly Moved[],
  { stepSeconds, count }: { stepSeconds: number; count: number },
): BalanceHistory {
  const byIndex = new Map(moved.map((each) => [each.index, each]))
  const steps: BalanceStep[] = []
  let { balance } = last
  for (let index = count - 1; index >= 0; index -= 1) {
    const { credited = 0n, spent = 0n, refunded = 0n, granted = 0n } = byIndex.get(index) ?? {}
    const at = new Date(last.at.getTime() - (count - 1 - index) * stepSeconds * 1_000)
    steps.push({ at, balance, credited, spent, refunded, granted })
    balance += spent - credited
  }
  return { opening: balance, steps: steps.toReversed() }
}
