/** The public interface of the embedded chain. The server imports only this file. */
export {
  deriveDemoMints,
  listDemoTokens,
  type NamedToken,
} from '#localnet/demo-market/demo-market.ts'
export { ensureDemoMarket } from '#localnet/demo-market/import-market.ts'
export {
  LocalChainError,
  startLocalChain,
  type LocalChainHandle,
  type LocalChainOptions,
} from './start-local-chain.ts'
