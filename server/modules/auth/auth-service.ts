import type { Network } from '#server/config-keys.ts'
import type { Database } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { createAccessTokens } from '#server/modules/auth/sessions/access-tokens.ts'
import { createAccounts, type Accounts } from './account-service.ts'
import {
  createPersonalData,
  type PersonalData,
} from '#server/modules/auth/personal-data/personal-data.ts'
import { createPasswords } from '#server/modules/auth/passwords/passwords.ts'
import { createSessions, type Sessions } from '#server/modules/auth/sessions/session-service.ts'
import { createSignIn, type SignIn } from './sign-in-service.ts'

export type Auth = {
  accounts: Accounts
  sessions: Sessions
  signIn: SignIn
  personalData: PersonalData
}

export type AuthSettings = {
  db: Database
  ledger: Pick<Ledger, 'openAccount' | 'grantWelcome'>
  appName: string
  network: Network
  publicOrigin: string
  /** At least one secret; the first signs, all verify. */
  jwtSecrets: readonly string[]
  welcomePoints: number
  /** Per network address; null for no limit. */
  maxWelcomesPerDay: number | null
  now?: () => number
}

/** Creates the services for accounts and sessions. Operator commands use `accounts` without HTTP. */
export function createAuth(settings: AuthSettings): Auth {
  const { db, appName, network, jwtSecrets, now = Date.now } = settings
  const passwords = createPasswords()
  const accounts = createAccounts({ ...settings, passwords })
  const accessTokens = createAccessTokens({ secrets: jwtSecrets, now })
  const site = { appName, network, origin: settings.publicOrigin }
  return {
    accounts,
    sessions: createSessions({ db, accessTokens, secrets: jwtSecrets }),
    signIn: createSignIn({ db, accounts, passwords, site, now }),
    personalData: createPersonalData(db, now),
  }
}
