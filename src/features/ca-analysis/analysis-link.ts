/** The path of the CA Analysis window; its query says what to start with. */
const ANALYSIS_PATH = '/wallet-finder'
const ADDRESS_BYTES = 32
const BASE58_DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longer than any address or id; a longer one is no link of ours. */
const MOST_CHARACTERS = 200

export type AnalysisLink = {
  /** Filled into the form, ready to be paid for. */
  contractAddress: string | null
  /** Is opened at once; an earlier report costs nothing. */
  reportId: string | null
}

const linkTo = (name: 'ca' | 'report', value: string) =>
  `${ANALYSIS_PATH}?${new URLSearchParams({ [name]: value }).toString()}`

export const linkToAddress = (contractAddress: string): string => linkTo('ca', contractAddress)
export const linkToReport = (reportId: string): string => linkTo('report', reportId)

/** Reads the query of a window's path; what is missing, empty or too long is null. */
export const readAnalysisLink = (path: string): AnalysisLink => {
  const [, text = ''] = path.replace(/#.*$/s, '').split(/\?(.*)/s)
  const query = new URLSearchParams(text)
  const read = (name: 'ca' | 'report') => {
    const value = query.get(name)?.trim() ?? ''
    return value === '' || value.length > MOST_CHARACTERS ? null : value
  }
  return { contractAddress: read('ca'), reportId: read('report') }
}

/** Returns the number of bytes in a base58 text, a leading `1` being a zero byte. Null for other texts. */
const base58Bytes = (text: string): number | null => {
  let number = 0n
  for (const digit of text) {
    const value = BASE58_DIGITS.indexOf(digit)
    if (value === -1) return null
    number = number * 58n + BigInt(value)
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return zeros + (number === 0n ? 0 : Math.ceil(number.toString(16).length / 2))
}

/** The Solana address a text consists of, or the one in the address of an explorer's page; null when there is none. */
export const addressIn = (text: string): string | null => {
  const parts = text.trim().split(/[\s/?&#=:]+/)
  const found = parts.filter((part) => base58Bytes(part) === ADDRESS_BYTES)
  const isAlone = parts.length === 1 || /^https?:\/\/\S+$/.test(text.trim())
  return isAlone ? (found.at(-1) ?? null) : null
}
