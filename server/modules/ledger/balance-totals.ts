import type { Queryable } from '#server/db/database.ts'

/** Lamports. `refunded` and `granted` are parts of `credited`. */
export type Totals = { credited: bigint; spent: bigint; refunded: bigint; granted: bigint }

type Span = { userId: string; stepSeconds: number; count: number }

/** `steps` are the totals at the start of the span and at the end of each of its `count` steps. */
export type TotalsOverTime = { balance: bigint; at: Date; steps: Totals[] }

const SUMS = `
  coalesce(sum(case when credit = user_id then lamports else 0 end), 0)::bigint as credited,
  coalesce(sum(case when debit = user_id then lamports else 0 end), 0)::bigint as spent,
  coalesce(sum(case when kind = 'refund' then lamports else 0 end), 0)::bigint as refunded,
  coalesce(sum(case when kind in ('grant', 'operator') and credit = user_id then lamports else 0 end), 0)::bigint as granted`

// A transfer has the time at which its transaction began. The pause lets transactions of the hour's last minutes end.
const ADD_ENDED_HOURS = `
with latest as (
  select * from balance_total where user_id = $1 order by until desc limit 1
), hourly as (
  select date_trunc('hour', created_at) + interval '1 hour' as until, ${SUMS}
  from transfer
  where user_id = $1 and created_at >= coalesce((select until from latest), '-infinity')
    and created_at < date_trunc('hour', now() - interval '10 minutes')
  group by 1
)
insert into balance_total (user_id, until, credited, spent, refunded, granted)
select $1::uuid, until,
  coalesce((select credited from latest), 0) + sum(credited) over (order by until),
  coalesce((select spent from latest), 0) + sum(spent) over (order by until),
  coalesce((select refunded from latest), 0) + sum(refunded) over (order by until),
  coalesce((select granted from latest), 0) + sum(granted) over (order by until)
from hourly
on conflict (user_id, until) do nothing`

// Each end of a step takes the row before it and the transfers since, which are those of less than an hour.
const READ = `
select a.balance, now() as at,
  coalesce(k.credited, 0) + m.credited as credited, coalesce(k.spent, 0) + m.spent as spent,
  coalesce(k.refunded, 0) + m.refunded as refunded, coalesce(k.granted, 0) + m.granted as granted
from account a
cross join generate_series(0, $3::int) as s(n)
left join lateral (
  select * from balance_total
  where user_id = $1 and until <= now() - (($3::int - s.n) * $2::int) * interval '1 second'
  order by until desc limit 1
) k on true
cross join lateral (
  select ${SUMS} from transfer
  where user_id = $1 and created_at >= coalesce(k.until, '-infinity')
    and created_at < case when s.n = $3::int then 'infinity'
      else now() - (($3::int - s.n) * $2::int) * interval '1 second' end
) m
where a.id = $1 and a.kind = 'user'
order by s.n`

type Row = { balance: bigint; at: Date } & Totals

/** Returns a user's totals at the ends of the steps. Takes a time that hardly depends on the number of transfers. */
export async function readTotals(q: Queryable, span: Span): Promise<TotalsOverTime> {
  await q.query(ADD_ENDED_HOURS, [span.userId])
  const read = await readSteps(q, span)
  if (isWhole(read)) return read
  // A transfer was committed long after it had begun.
  await q.query('delete from balance_total where user_id = $1', [span.userId])
  await q.query(ADD_ENDED_HOURS, [span.userId])
  return readSteps(q, span)
}

async function readSteps(
  q: Queryable,
  { userId, stepSeconds, count }: Span,
): Promise<TotalsOverTime> {
  const rows = await q.query<Row>(READ, [userId, stepSeconds, count])
  const [first] = rows
  return { balance: first?.balance ?? 0n, at: first?.at ?? new Date(), steps: rows }
}

function isWhole({ balance, steps }: TotalsOverTime): boolean {
  const last = steps.at(-1)
  return last === undefined || last.credited - last.spent === balance
}
