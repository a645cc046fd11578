import { Connection } from '@solana/web3.js'

/** What wallet-adapter infers a wallet's chain from: it reads the network out of the address's text. */
const NAMED: Readonly<Record<string, string>> = {
  localnet: 'http://localhost',
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
}
const MAINNET = 'https://api.mainnet-beta.solana.com'

/**
 * The chain by way of this origin's proxy. Its address says nothing about the network, so `rpcEndpoint`, which
 * wallet-adapter only reads and never calls, names the network that the server told.
 */
export class ProxiedConnection extends Connection {
  readonly #network: string

  constructor(url: string, network: string) {
    super(url, { commitment: 'confirmed', wsEndpoint: url.replace(/^http/, 'ws') })
    this.#network = network
  }

  override get rpcEndpoint(): string {
    return NAMED[this.#network] ?? MAINNET
  }
}
