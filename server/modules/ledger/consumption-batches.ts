import type { ConsumptionType } from '#contract/payments.ts'
import { readInBatches } from '#server/db/batches.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ConsumptionRow } from './ledger-repository.ts'

type KeyedRow = ConsumptionRow & { readonly at: string }

/** Yields what a user bought in batches, newest first. */
export const readConsumptionBatches = (
  q: Queryable,
  { userId, type, batchRows }: { userId: string; type?: ConsumptionType; batchRows?: number },
): AsyncIterable<readonly ConsumptionRow[]> =>
  readInBatches<KeyedRow>(
    (after, limit) =>
      q.query<KeyedRow>(
        `select c.transfer_id as "transferId", c.type, c.description, c.quantity, c.feature_id as "featureId",
           c.status, t.lamports, c.created_at as "createdAt", c.created_at::text as at
         from (
           select * from consumption
           where user_id = $1 and ($2::text is null or type = $2)
             and (created_at, transfer_id) < ($3::timestamptz, $4::uuid)
           order by created_at desc, transfer_id desc limit $5
         ) c join transfer t on t.id = c.transfer_id
         order by c.created_at desc, c.transfer_id desc`,
        [userId, type ?? null, after.at, after.id, limit],
      ),
    ({ at, transferId }) => ({ at, id: transferId }),
    batchRows,
  )
