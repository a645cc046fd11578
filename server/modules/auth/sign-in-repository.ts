import type { Queryable } from '#server/db/database.ts'
import { CHALLENGE_MINUTES, type ChallengePurpose } from './sign-in-message.ts'

/** `isFresh`: false once it has expired. */
export type Challenge = {
  address: string
  purpose: ChallengePurpose
  message: string
  isFresh: boolean
}

/** Stores a challenge and deletes a few expired ones, which bounds the table to five minutes of traffic. */
export async function insertChallenge(
  q: Queryable,
  challenge: { nonce: string; address: string; purpose: ChallengePurpose; message: string },
): Promise<Date> {
  const [row] = await q.query<{ expires_at: Date }>(
    `with swept as (
       delete from sign_in_challenge where nonce in (
         select nonce from sign_in_challenge where expires_at < now()
         order by expires_at limit 10 for update skip locked))
     insert into sign_in_challenge (nonce, address, purpose, message, expires_at)
     values ($1, $2, $3, $4, now() + interval '${CHALLENGE_MINUTES} minutes')
     returning expires_at`,
    [challenge.nonce, challenge.address, challenge.purpose, challenge.message],
  )
  if (row === undefined) throw new Error('the challenge was not stored')
  return row.expires_at
}

/** Deletes a challenge and returns it. Of two callers with one nonce, only one gets it. */
export async function takeChallenge(q: Queryable, nonce: string): Promise<Challenge | undefined> {
  const [challenge] = await q.query<Challenge>(
    `delete from sign_in_challenge where nonce = $1
     returning address, purpose, message, expires_at > now() as "isFresh"`,
    [nonce],
  )
  return challenge
}

/** Returns true if the pair signed in before. `pair` is a digest of a name and an address. */
export async function isKnownSignIn(q: Queryable, pair: string): Promise<boolean> {
  return (await q.query('select 1 from known_sign_in where pair = $1', [pair])).length > 0
}

/** Keeps the pair for 90 days after its last use. */
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
