import { startLocalChain } from '#localnet/start-local-chain.ts'

/** A process that runs a chain until it is killed; says on stdout where the chain answers. */
const [dir] = process.argv.slice(2)
const chain = await startLocalChain({ dir, port: 0 })
process.stdout.write(`${chain.rpcUrl}\n`)
