/**
 * What `@solana/web3.js` 1.x carries along and this product never runs: secp256k1 and keccak (instructions of the
 * Secp256k1 program), borsh (`Struct.encode`), and the four further kinds of UUID of jayson's id generator. The browser
 * build puts this file in their place; a call that would need one of them fails in words.
 */
const leftOut = (name) => () => {
  throw new Error(`${name} is left out of the browser build`)
}

export const secp256k1 = {
  sign: leftOut('secp256k1'),
  getPublicKey: leftOut('secp256k1'),
  utils: { isValidPrivateKey: leftOut('secp256k1') },
}
export const keccak_256 = leftOut('keccak_256')
export const serialize = leftOut('borsh')
export const deserialize = leftOut('borsh')
export const deserializeUnchecked = leftOut('borsh')

/** An id of a JSON-RPC request; unlike `crypto.randomUUID` it works on plain HTTP as well. */
export const v4 = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
