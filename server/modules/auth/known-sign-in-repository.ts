import type { Queryable } from '#server/db/database.ts'

export async function isKnownSignIn(q: Queryable, pair: string): Promise<boolean> {
  return (await q.query('select 1 from known_sign_in where pair = $1', [pair])).length > 0
}

export async function rememberSignIn(q: Queryable, pair: string): Promise<void> {
  await q.query(
    `with swept as (
       delete from known_sign_in where pair in (
         select pair from known_sign_in where last_at < now() - interval '90 days' and pair <> $1
         order by last_at limit 5 for update skip locked))
     insert into known_sign_in (pair) values ($1)
     on conflict (pair) do update set last_at = now()`,
    [pair],
  )
}
