import { Connection } from '@solana/web3.js'

/** wallet-adapter reads the network from the URL. */
const NETWORK_URLS: Readonly<Record<string, string>> = {
  localnet: 'http://localhost',
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
}
const MAINNET_URL = 'https://api.mainnet-beta.solana.com'

/**
 * A connection through this origin's proxy. wallet-adapter only reads `rpcEndpoint`, so it names the server's network.
 */
export class ProxiedConnection extends Connection {
  readonly #network: string

  constructor(url: string, network: string) {
    super(url, { commitment: 'confirmed', wsEndpoint: url.replace(/^http/, 'ws') })
    this.#network = network
  }

  override get rpcEndpoint(): string {
    return NETWORK_URLS[this.#network] ?? MAINNET_URL
  }
}
