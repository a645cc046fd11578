import * as z from 'zod/mini'
import { catch as withFallback } from 'zod/mini'

export { withFallback }

/* Lenient response schemas: a member of the wrong type counts as missing and does not reject the rest. */

/** An optional member; null if it has another type. */
export const lenient = <Schema extends z.ZodMiniType>(schema: Schema) =>
  withFallback(z.nullish(schema), null)

/** An id as text; numbers are accepted. */
export const IdText = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1)),
)

const parseNumber = (value: number | string | null | undefined): number | null | undefined => {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** A number, also sent as text; null for everything else. */
export const lenientNumber = z.pipe(
  z.pipe(lenient(z.union([z.number(), z.string()])), z.transform(parseNumber)),
  z.nullish(z.number()),
)

/** A visible name, with a default for null, absence and blanks. */
export const nameOr = (fallback: string) =>
  z.pipe(
    z.pipe(
      lenient(z.string()),
      z.transform((name) => (name?.trim() ? name : fallback)),
    ),
    z.string(),
  )

/** A list without the entries that do not fit the schema. Null and absence count as an empty list. */
export const entriesOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.pipe(
    z.pipe(
      z.nullish(z.array(z.custom<z.input<Item>>())),
      z.transform((entries) => (entries ?? []).filter((entry) => z.safeParse(item, entry).success)),
    ),
    z.array(item),
  )
