import { createServer } from 'node:http'

/** A node in a process of its own that knows every address as the same token. Prints its address. */
const MINT_BYTES = 82
const DECIMALS_AT = 44
const INITIALIZED_AT = 45
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const data = Buffer.alloc(MINT_BYTES)
data.writeUInt8(6, DECIMALS_AT)
data.writeUInt8(1, INITIALIZED_AT)
const value = {
  data: [data.toString('base64'), 'base64'],
  executable: false,
  lamports: 1_461_600,
  owner: TOKEN_PROGRAM,
  rentEpoch: 0,
  space: MINT_BYTES,
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const { id } = JSON.parse(text) as { id: unknown }
    const result = { context: { slot: 1 }, value }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
