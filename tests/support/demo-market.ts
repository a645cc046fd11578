import { simulateDemoMarket } from '#localnet/demo-market/demo-market.ts'

/** The market of the demo tokens at one fixed time, made once for all files of a worker. Not to be changed. */
export const market = simulateDemoMarket({ endTime: 1_790_000_000 })
