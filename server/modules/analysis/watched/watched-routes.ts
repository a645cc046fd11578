import type { FastifyInstance } from 'fastify'
import {
  listWatchedTrades,
  listWatchedWallets,
  unwatchWallet,
  walletOverview,
  walletResults,
  walletTrades,
  watchWallet,
} from '#contract/analysis/watched.ts'
import { route, success, successList } from '#server/http/route.ts'
import type { WatchedWallets } from './watched-wallets.ts'

export function registerWatchedRoutes(app: FastifyInstance, watched: WatchedWallets): void {
  route(app, listWatchedWallets, async ({ user, query }) =>
    successList(await watched.list(user.id, query), query),
  )

  route(app, listWatchedTrades, async ({ user }) => success(await watched.listNews(user.id)))

  route(app, walletTrades, async ({ user, params: { address }, query }) =>
    successList(await watched.listTrades(user.id, address, query), query),
  )

  route(app, watchWallet, async ({ user, params: { address }, body: { note } }) =>
    success(await watched.watch(user.id, address, note)),
  )

  route(app, unwatchWallet, async ({ user, params: { address } }) => {
    await watched.unwatch(user.id, address)
    return {}
  })

  route(app, walletOverview, async ({ params: { address } }) =>
    success(await watched.readOverview(address)),
  )

  route(app, walletResults, async ({ user, params: { address } }) =>
    success(await watched.listResults(user.id, address)),
  )
}
