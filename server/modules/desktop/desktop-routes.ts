import type { FastifyInstance } from 'fastify'
import {
  MAX_DESKTOP_BYTES,
  forgetDesktop,
  getDesktop,
  saveDesktop,
  type DesktopParts,
} from '#contract/desktop.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { route, success } from '#server/http/route.ts'
import { clearDesktop, findDesktop, insertDesktop, updateDesktop } from './desktop-repository.ts'

export function registerDesktopRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, getDesktop, async ({ user }) => {
    const row = await findDesktop(db, user.id)
    return success({
      version: Number(row?.version ?? 0),
      parts: row?.parts ?? null,
      updated_at: row?.updatedAt.toISOString() ?? null,
    })
  })

  route(app, saveDesktop, async ({ user, body }) => {
    const saved = await save(db, user.id, body)
    return success({ is_saved: saved !== undefined, version: Number(saved ?? body.version) })
  })

  route(app, forgetDesktop, async ({ user }) =>
    success({ version: Number((await clearDesktop(db, user.id)) ?? 0) }),
  )
}

/** Returns the new version. Undefined: another browser saved first. Throws `PAYLOAD_TOO_LARGE`. */
async function save(
  db: Database,
  userId: string,
  { version, parts }: { version: number; parts: DesktopParts },
): Promise<bigint | undefined> {
  const known = await findDesktop(db, userId)
  const all = { ...known?.parts, ...parts }
  if (Buffer.byteLength(JSON.stringify(all)) > MAX_DESKTOP_BYTES) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'This desktop is too large to keep. Close some windows')
  }
  return version === 0
    ? insertDesktop(db, userId, all)
    : updateDesktop(db, userId, { version, parts: all })
}
