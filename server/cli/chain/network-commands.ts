import type { Command } from 'commander'
import { findRunningServer } from '#server/boot/storage/data-dir.ts'
import {
  deleteDeployment,
  findDeployment,
  listServers,
} from '#server/boot/deployment/deployment-repository.ts'
import { recordAction } from '#server/cli/admin-trail.ts'
import { CommandError, print, printValue, withDatabase } from '#server/cli/operator.ts'

export const addNetworkCommands = (program: Command): void => {
  const network = program.command('network').description('what the database belongs to')
  network
    .command('show')
    .description('print the network, chain, receiver and token that the database remembers')
    .action(async () => {
      const stored = await withDatabase((db) => findDeployment(db))
      if (stored === undefined) return print('Nothing yet; the next server to start decides.')
      const { network: name, genesisHash, receiver, token } = stored
      printValue({ network: name, genesisHash, receiver, token }, [
        `network   ${name}`,
        `genesis   ${genesisHash ?? 'not known yet'}`,
        `receiver  ${receiver}`,
        `token     ${token}`,
      ])
    })
  network
    .command('accept')
    .description('accept the settings of the next server that starts, after a deliberate change')
    .action(async () => {
      await withDatabase(async (db, config) => {
        const running = findRunningServer(config.dataDir)
        const isRunning = running !== null && running.pid !== process.pid
        if (isRunning || (await listServers(db)).length > 0) {
          throw new CommandError('A server runs on this database; stop every server first.')
        }
        const stored = await findDeployment(db)
        await deleteDeployment(db)
        await recordAction(db, {
          action: 'network accept',
          subject: null,
          detail: { ...stored, jwtFingerprints: undefined },
        })
        print('The next server that starts decides what this database belongs to.')
        if (stored !== undefined) {
          print(`Balances made on ${stored.network} stay as they are, and users can spend them.`)
          print('With another JWT_SECRET everyone signs in again and saved app keys are lost.')
        }
      })
    })
}
