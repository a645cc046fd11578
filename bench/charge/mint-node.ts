import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { serveHttp } from '#tests/support/serve-http.ts'
import { TOKEN_PROGRAM } from '#solana/programs.ts'
import { mintCodec, MINT_BYTES } from '#solana/token-state.ts'

/** A node in a process of its own that knows every address as the same token. Prints its address. */
const data = mintCodec.encode({
  mintAuthority: null,
  supply: 0n,
  decimals: 6,
  isInitialized: true,
  freezeAuthority: null,
})
const value = {
  data: [Buffer.from(data).toString('base64'), 'base64'],
  executable: false,
  lamports: 1_461_600,
  owner: TOKEN_PROGRAM,
  rentEpoch: 0,
  space: MINT_BYTES,
}

async function answer(request: IncomingMessage): Promise<string> {
  const { id } = JSON.parse(await readText(request)) as { id: unknown }
  return JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } })
}

const { url } = await serveHttp((request, response) => {
  response.setHeader('content-type', 'application/json')
  void answer(request).then((body) => response.end(body))
})
console.log(url)
