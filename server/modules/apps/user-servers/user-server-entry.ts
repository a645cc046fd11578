import { createHash } from 'node:crypto'
import { toPlainLine, truncate } from '#server/lib/text/visible-text.ts'
import { AppError } from '#server/errors.ts'
import { AppAuth, type AppEntry } from '#server/modules/apps/store/app-entry.ts'

const ID_CHARS = 16
const MAX_NAME = 60

/** Returns the same id for the same user and address, so that adding twice returns the same app. */
export const deriveUserServerId = (userId: string, url: string): string =>
  `own-${createHash('sha256').update(`${userId} ${url}`).digest('hex').slice(0, ID_CHARS)}`

/** Returns true for the id of a server that a user added. */
export const isUserServerId = (id: string): boolean => id.startsWith('own-')

/** Returns the address as `URL` writes it, without its fragment. Throws `TypeError` on an invalid one. */
export const normalizeAddress = (text: string): string => {
  const url = new URL(text)
  url.hash = ''
  return url.href
}

/** Returns the key and how to send it, or null without a key. Throws `VALIDATION_FAILED` if no header can hold it. */
export const readKey = ({
  authorization = '',
  header = 'Authorization',
}: {
  authorization?: string | undefined
  header?: string | undefined
}): { auth: AppAuth; key: string } | null => {
  if (authorization === '') return null
  const isStandard = header.toLowerCase() === 'authorization'
  const [, scheme, rest] = /^([A-Za-z][\w-]*) +(\S+)$/.exec(authorization) ?? []
  const prefix = !isStandard ? '' : scheme === undefined ? 'Bearer ' : `${scheme} `
  const key = isStandard && rest !== undefined ? rest : authorization
  const auth = AppAuth.safeParse({ header, prefix, label: 'access key', required: true })
  if (!auth.success || !/^[\x21-\x7e]+$/.test(key)) {
    throw new AppError('VALIDATION_FAILED', 'This key cannot be sent in that header', {
      fields: { authorization: 'cannot be sent in that header' },
    })
  }
  return { auth: auth.data, key }
}

/** Returns the entry of a user's own server. Without a visible name, it has the name of its host. */
export const createUserServerEntry = ({
  id,
  url,
  name,
  auth,
}: {
  id: string
  url: string
  name: string
  auth: AppAuth | null
}): Omit<AppEntry, 'category'> & { category: string } => {
  const { host } = new URL(url)
  return {
    id,
    name: truncate(toPlainLine(name), MAX_NAME) || truncate(host, MAX_NAME),
    description: `A server that you added: ${truncate(host, 200)}`,
    icon: '🔌',
    category: 'own',
    publisher: truncate(host, 80),
    publisher_url: null,
    detail_url: null,
    licence: null,
    transport: { kind: 'http', url },
    auth,
    tools: [],
    suggested_questions: null,
  }
}
