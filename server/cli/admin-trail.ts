import type { Command } from 'commander'
import { userInfo } from 'node:os'
import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { parseLimit, printRows, withDatabase } from './operator.ts'
import { ACCOUNT_HELP, findAccount } from './users/find-account.ts'

type AdminAction = {
  action: string
  /** Id of what was changed; null for no single one. */
  subject: string | null
  detail?: Readonly<Record<string, unknown>>
}

/** Returns the person behind `sudo`, else the account that runs the command. */
const findActorName = (): string => {
  try {
    return process.env['SUDO_USER'] ?? userInfo().username
  } catch {
    // In a container the account may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Records what an operator did. Pass the transaction of the change. */
export async function recordAction(
  q: Queryable,
  { action, subject, detail = {} }: AdminAction,
): Promise<void> {
  await q.query(
    `insert into admin_action (id, action, subject, detail, actor) values ($1, $2, $3, $4, $5)`,
    [uuidv7(), action, subject, JSON.stringify(detail), findActorName()],
  )
}

type ListOptions = { subject?: string; user?: string; limit: number }

export const addAuditCommands = (program: Command): void => {
  program
    .command('audit')
    .description('what operators have done')
    .command('list')
    .description('the latest changes made with these commands, newest first')
    .option('--subject <id>', 'only those of one account, payment, job or app')
    .option('--user <user>', `only those of one account: ${ACCOUNT_HELP}`)
    .option('--limit <count>', 'how many', parseLimit, 50)
    .action(async ({ subject, user, limit }: ListOptions) => {
      const rows = await withDatabase(async (db) => {
        const of = user === undefined ? subject : (await findAccount(db, user)).id
        return db.query<{
          at: Date
          actor: string
          action: string
          subject: string
          detail: object
        }>(
          `select created_at as at, actor, action, subject, detail from admin_action
           where $1::text is null or subject = $1 order by created_at desc, id desc limit $2`,
          [of ?? null, limit],
        )
      })
      printRows(rows, 'Nothing yet.', ({ at, actor, action, subject: of, detail }) =>
        [at.toISOString(), actor, action, of ?? '', JSON.stringify(detail)].join('  '),
      )
    })
}
