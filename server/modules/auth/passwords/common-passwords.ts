/** Passwords that the published list leaves out, lower case. */
const MORE = `p@ssword pa$$word 123123123 987654321 87654321 12341234 zaq1zaq1 aaaaaaaa1 iloveu123 admin1234 admin12345
  adminadmin root1234 rootroot changeme123 default123 guest123 user1234 username1 secretsecret summer123 winter123
  spring123 autumn123 summer2025 summer2026 winter2025 winter2026 tennis123 bitcoin1 bitcoin123 blockchain ethereum
  ethereum1 solana123 solanasolana crypto123 cryptocurrency tothemoon`

let common: Promise<ReadonlySet<string>> | undefined

export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  return (await common).has(password)
}

/** The list takes some 30 ms to unpack, so it is loaded with the first password that someone chooses. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...MORE.split(/\s+/)])
}
