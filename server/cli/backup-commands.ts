import type { Command } from 'commander'
import { backUp, restore, type BackupSummary } from '#server/boot/storage/backup.ts'
import { loadConfig } from '#server/config.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { checkPayments } from '#server/modules/payments/audit/payment-check.ts'
import { CommandError, print, resolveFile, withDatabase } from './operator.ts'

const describe = ({ tables, rows, files, bytes }: BackupSummary): string =>
  `${rows} rows of ${tables} tables and ${files.length} file(s) (${files.join(', ') || 'none'}), ${(bytes / 1e6).toFixed(1)} MB`

export const addBackupCommands = (program: Command): void => {
  program
    .command('backup <file>')
    .description('write the database and the secrets to a new file, while servers run')
    .action(async (file: string) => {
      await withDatabase(
        async (db, config) => {
          const place = resolveFile(file)
          print(`${place}: ${describe(await backUp({ url: db.url, config }, place))}.`)
          print('It holds secrets; only your account can read it.')
          if (config.jwtSecrets.length > 0) {
            print('JWT_SECRET is set by configuration and not in the file; keep it too.')
          }
        },
        { migrates: false },
      )
    })
  program
    .command('restore <file>')
    .description('fill an empty database from a backup, and DATA_DIR with its secrets')
    .action(async (file: string) => {
      print(`Restored ${describe(await restore(loadConfig(), resolveFile(file)))}.`)
      const violations = await withDatabase(async (db) => [
        ...(await createLedger(db).check()),
        ...(await checkPayments(db)),
      ])
      if (violations.length > 0) {
        throw new CommandError(`The restored ledger violates ${violations.length} invariant(s).`)
      }
      print('Every invariant of the ledger holds.')
    })
}
