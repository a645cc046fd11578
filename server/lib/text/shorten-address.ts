/** Returns the first and the last four characters of an address: `4D7m…BCJi`. */
export const shortenAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-4)}`
