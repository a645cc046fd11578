/** Returns a decimal with its whole digits in groups: `1234567.5` is `1,234,567.5`. */
export function groupDigits(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  const digits = BigInt(whole).toLocaleString('en-US')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
