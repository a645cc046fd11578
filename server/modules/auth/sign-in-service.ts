import { randomBytes } from 'node:crypto'
import type { Network } from '#server/config-keys.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { toAddressKey, toNetworkKey } from '#server/http/call-limits.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type { Passwords } from '#server/modules/auth/passwords/passwords.ts'
import { decodeAddress, encodeBase58 } from '#solana/base58.ts'
import { isSigningKey } from '#solana/curve.ts'
import { isSignedBy } from '#solana/keys.ts'
import type { Account } from './account-repository.ts'
import type { Accounts } from './account-service.ts'
import {
  insertChallenge,
  isKnownSignIn,
  rememberSignIn,
  takeChallenge,
} from './sign-in-repository.ts'
import { type ChallengePurpose, signInMessage } from './sign-in-message.ts'
import { toUsernameKey } from './usernames.ts'

type WalletProof = { address: string; signature: string; nonce: string | undefined }

type OwnerEvidence = {
  currentPassword: string | undefined
  proof: WalletProof | undefined
}

/** The limits of the endpoints count guesses. */
export type SignIn = {
  createChallenge(request: {
    address: string
    purpose: ChallengePurpose
  }): Promise<{ nonce: string; message: string; expiresAt: Date }>
  signInWithWallet(proof: WalletProof, ip: string): Promise<Account>
  signInWithPassword(
    credentials: { username: string; password: string },
    ip: string,
  ): Promise<Account>
  proveWallet(proof: WalletProof): Promise<string>
  /** Throws `REAUTHENTICATION_REQUIRED` without the right password or signature: a token alone proves no owner. */
  confirmOwner(userId: string, evidence: OwnerEvidence, ip: string): Promise<void>
}

/** At least 128 bits. The message format allows only letters and digits. */
const createNonce = (): string => encodeBase58(randomBytes(24))
const NONCE_FORM = /^[0-9A-Za-z]{16,64}$/

type Dependencies = {
  db: Database
  accounts: Accounts
  passwords: Passwords
  site: { appName: string; origin: string; network: Network }
  now: () => number
}

export function createSignIn(dependencies: Dependencies): SignIn {
  const { db, accounts, passwords, site, now } = dependencies

  return {
    async createChallenge({ address, purpose }) {
      walletKey(address)
      const nonce = createNonce()
      const message = signInMessage({ ...site, address, purpose, nonce, nowMs: now() })
      const expiresAt = await insertChallenge(db, { nonce, address, purpose, message })
      return { nonce, message, expiresAt }
    },

    async signInWithWallet(proof, ip) {
      const { address } = await prove(db, proof, ['sign-in'])
      return assertEnabled(await accounts.openForWallet(address, toNetworkKey(ip)))
    },

    async signInWithPassword({ username, password }, ip) {
      if (username.trim() === '' || password.trim() === '') {
        throw new AppError('VALIDATION_FAILED', 'Username and password cannot be empty')
      }
      const pair = sha256(JSON.stringify([toUsernameKey(username), toAddressKey(ip)]))
      const [account, isKnown] = await Promise.all([
        accounts.findByUsername(username),
        isKnownSignIn(db, pair),
      ])
      const place = { network: toNetworkKey(ip), account: toUsernameKey(username), isKnown }
      if (!(await passwords.matches(password, account?.passwordHash ?? null, place))) {
        throw new AppError('INVALID_CREDENTIALS', 'Invalid username or password')
      }
      if (account === undefined) throw new Error('a password matched no account')
      await rememberSignIn(db, pair)
      return assertEnabled(account)
    },

    async confirmOwner(userId, { currentPassword, proof }, ip) {
      if (currentPassword === undefined && proof === undefined) {
        throw unconfirmed('Confirm this change with your current password or a linked wallet')
      }
      const account = await accounts.findById(userId)
      if (proof !== undefined) {
        if (account?.walletAddresses.includes(proof.address) !== true) {
          throw unconfirmed('The wallet that signed is not linked to this account')
        }
        await prove(db, proof, ['confirm', 'sign-in']).catch((error: unknown) => {
          // A 401 would tell the browser that its session ended.
          throw error instanceof AppError && error.status === 401
            ? unconfirmed(error.message)
            : error
        })
      } else if (
        !(await passwords.matches(currentPassword ?? '', account?.passwordHash ?? null, {
          network: toNetworkKey(ip),
          account: userId,
          // Anyone can open an account, so a token doesn't earn a better place.
          isKnown: false,
        }))
      ) {
        throw unconfirmed('The current password is wrong', { current_password: 'Wrong password' })
      }
    },

    // A challenge without a purpose is for signing in. Either way only the wallet's owner can have signed it.
    proveWallet: async (proof) => (await prove(db, proof, ['link', 'sign-in'])).address,
  }
}

/** Returns the wallet that signed a fresh challenge for one of the purposes. The challenge works once. */
async function prove(
  db: Database,
  { address, signature, nonce }: WalletProof,
  purposes: readonly ChallengePurpose[],
): Promise<WalletKey> {
  const key = walletKey(address)
  const bytes = parseSignature(signature)
  if (bytes === null) {
    throw new AppError('INVALID_SIGNATURE', 'The signature must be 64 bytes in standard Base64')
  }
  // Deleted before any check, so each nonce works once.
  const challenge =
    nonce !== undefined && NONCE_FORM.test(nonce) ? await takeChallenge(db, nonce) : undefined
  const isGood =
    challenge !== undefined &&
    challenge.isFresh &&
    challenge.address === key.address &&
    purposes.includes(challenge.purpose)
  if (!isGood) {
    throw new AppError('INVALID_NONCE', 'The sign-in request has expired. Please try again.')
  }
  if (!isSignedBy(key.bytes, Buffer.from(challenge.message, 'utf8'), bytes)) {
    throw new AppError('INVALID_CREDENTIALS', 'The signature does not match the wallet')
  }
  return key
}

const unconfirmed = (message: string, fields?: Record<string, string>) =>
  new AppError('REAUTHENTICATION_REQUIRED', message, fields === undefined ? {} : { fields })

function walletKey(address: string): WalletKey {
  const key = parseWalletKey(address)
  if (key === null) throw new AppError('INVALID_ADDRESS', 'This is not the address of a wallet')
  return key
}

function assertEnabled(account: Account): Account {
  if (account.isDisabled) throw new AppError('ACCOUNT_DISABLED', 'This account is disabled')
  return account
}

type WalletKey = { address: string; bytes: Uint8Array }

/**
 * Returns the key of an address, or null if it can't identify one owner: not base58 of 32 bytes, a program-derived
 * address, or a point that accepts signatures without a secret.
 */
function parseWalletKey(address: string): WalletKey | null {
  const bytes = decodeAddress(address)
  return bytes !== null && isSigningKey(bytes) ? { address, bytes } : null
}

/** Returns the 64 bytes of a signature in standard, padded Base64, or null for any other form. */
function parseSignature(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
