import { setupServer } from 'msw/node'

/** The network of every browser test; handlers are given per test, anything else that is asked for fails it. */
export const network = setupServer()

const underWay = new Set<string>()
network.events.on('request:start', ({ requestId }) => void underWay.add(requestId))
network.events.on('request:end', ({ requestId }) => void underWay.delete(requestId))

/** Returns the number of calls that wait for an answer. */
export const countCallsUnderWay = (): number => underWay.size

/** For handlers that never answer. */
export const forgetCallsUnderWay = (): void => underWay.clear()
