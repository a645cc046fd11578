import { isSame } from '#src/lib/sync/is-same.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'

/** Parts of a desktop by name, as plain data. */
export type Parts = Readonly<Record<string, unknown>>

/** Parts that are merged field by field. */
const BY_FIELD: ReadonlySet<string> = new Set([
  'icon_names',
  'look',
  'preferences',
  'notifications',
])
/** Lists that are merged entry by entry. */
const BY_ENTRY: ReadonlySet<string> = new Set(['removed_icons', 'dock', 'widgets'])

type Versions = {
  /** The last state on which this browser and the server agreed. */
  agreed: unknown
  local: unknown
  remote: unknown
}

const mergeFields = ({ agreed, local, remote }: Versions): unknown => {
  if (!isRecord(local) || !isRecord(remote)) return local
  const before = isRecord(agreed) ? agreed : {}
  const fields = [...new Set([...Object.keys(remote), ...Object.keys(local)])]
  const merged = fields.map((field) => [
    field,
    isSame(local[field], before[field]) ? remote[field] : local[field],
  ])
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

const mergeEntries = ({ agreed, local, remote }: Versions): unknown => {
  if (!Array.isArray(local) || !Array.isArray(remote)) return local
  const before: readonly unknown[] = Array.isArray(agreed) ? agreed : []
  const isRemoved = (entry: unknown) => before.includes(entry) && !local.includes(entry)
  const added = local.filter((entry) => !before.includes(entry) && !remote.includes(entry))
  return [...remote.filter((entry) => !isRemoved(entry)), ...added]
}

const mergePart = (name: string, versions: Versions): unknown => {
  const { agreed, local, remote } = versions
  if (remote === undefined || isSame(remote, agreed)) return local
  if (isSame(local, agreed)) return remote
  if (BY_FIELD.has(name)) return mergeFields(versions)
  // This browser saves last, so its version wins.
  return BY_ENTRY.has(name) ? mergeEntries(versions) : local
}

type Merged = {
  /** Parts to change here. */
  adopt: Parts
  /** Parts to save on the server. */
  send: Parts
}

/**
 * Merges the desktop of this browser with that of the account. A part that only one of them changed is taken from there.
 * Where both changed the same part, this browser wins.
 */
export const mergeParts = ({
  agreed,
  local,
  remote,
}: {
  agreed: Parts
  local: Parts
  remote: Parts
}): Merged => {
  const merged = Object.keys(local).map((name): [string, unknown] => [
    name,
    mergePart(name, { agreed: agreed[name], local: local[name], remote: remote[name] }),
  ])
  const pickDiffering = (from: Parts) =>
    Object.fromEntries(merged.filter(([name, value]) => !isSame(value, from[name])))
  return { adopt: pickDiffering(local), send: pickDiffering(remote) }
}
