import * as z from 'zod/mini'

/** How to reach an app's server. `stdio` and `builtin` come only from operators and the product. */
export const AppTransport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('http'), url: z.string().check(z.maxLength(2_000)) }),
  z.strictObject({
    kind: z.literal('stdio'),
    command: z.string().check(
      z.maxLength(1_000),
      z.refine((text) => /^\/[^\0\n]+$/.test(text), 'must be an absolute path'),
    ),
    args: z.array(
      z.string().check(
        z.maxLength(1_000),
        z.refine((text) => !/[\0\n\r]/.test(text), 'must be one line'),
      ),
    ),
  }),
  z.strictObject({ kind: z.literal('builtin'), name: z.string() }),
])
export type AppTransport = z.infer<typeof AppTransport>

/** A credential that users can add: the value of one request header. */
export const AppAuth = z.strictObject({
  header: z._default(
    z.string().check(
      z.regex(/^[A-Za-z0-9-]{1,64}$/),
      z.refine(
        (name) => !/^(host|connection|content-.*|transfer-encoding|cookie|mcp-.*)$/i.test(name),
        'is not for keys',
      ),
    ),
    'Authorization',
  ),
  prefix: z._default(z.string().check(z.regex(/^[\x20-\x7e]{0,32}$/)), 'Bearer '),
  label: z._default(z.string().check(z.maxLength(80)), 'API key'),
  required: z._default(z.boolean(), true),
})
export type AppAuth = z.infer<typeof AppAuth>

const Text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const Link = z.string().check(
  z.maxLength(500),
  z.refine((text) => URL.parse(text)?.protocol === 'https:', 'must be an https address'),
)

export const AnnouncedTool = z.strictObject({ name: Text(64), description: Text(300) })
export type AnnouncedTool = z.infer<typeof AnnouncedTool>

export const SuggestedQuestions = z.strictObject({
  welcomeDescription: Text(500),
  modules: z
    .array(
      z.strictObject({
        title: z.string(),
        content: Text(300),
        icon: z.nullish(z.string()),
        /** Name of the tool that answers the question, for the assistant without a model. */
        tool: z.optional(Text(64)),
        /** Other ways to ask the same, for the assistant without a model. */
        phrases: z.optional(z.array(Text(200)).check(z.maxLength(20))),
      }),
    )
    .check(z.maxLength(12)),
})
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>

/** One catalog entry, in the built-in list or an operator's file. */
export const AppEntry = z.strictObject({
  id: z
    .string()
    .check(z.regex(/^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/, 'must be a–z, 0–9 and - (30)')),
  name: Text(60),
  description: Text(500),
  icon: z._default(z.nullable(z.string().check(z.maxLength(16))), null),
  category: z.enum(['defi', 'nft', 'wallet', 'analytics', 'trading', 'governance']),
  publisher: Text(80),
  publisher_url: z._default(z.nullable(Link), null),
  detail_url: z._default(z.nullable(Link), null),
  licence: z._default(z.nullable(Text(60)), null),
  transport: AppTransport,
  auth: z._default(z.nullable(AppAuth), null),
  tools: z._default(z.array(AnnouncedTool).check(z.maxLength(64)), []),
  suggested_questions: z._default(z.nullable(SuggestedQuestions), null),
})
export type AppEntry = z.infer<typeof AppEntry>

/** The part of the registry's `server.json` (schema 2025-12-11) that becomes an entry. */
const ServerJson = z.looseObject({
  name: z.string(),
  description: z._default(z.string(), ''),
  title: z.optional(z.string()),
  websiteUrl: z.optional(z.string()),
  repository: z.optional(z.looseObject({ url: z.optional(z.string()) })),
  remotes: z.array(
    z.looseObject({
      type: z.string(),
      url: z.string(),
      headers: z.optional(
        z.array(z.looseObject({ name: z.string(), isRequired: z.optional(z.boolean()) })),
      ),
    }),
  ),
})

/** Parses an entry or a `server.json` with a streamable HTTP remote. Throws a zod error, or `Error` without one. */
export const parseEntry = (json: unknown): AppEntry => {
  const registered = ServerJson.safeParse(json)
  if (!registered.success) return AppEntry.parse(json)
  const { name, title, description, websiteUrl, repository, remotes } = registered.data
  const remote = remotes.find(({ type }) => type === 'streamable-http')
  if (remote === undefined) throw new Error('server.json names no streamable-http remote')
  const [publisher = name, id = name] = name.split('/')
  const header = remote.headers?.[0]
  return AppEntry.parse({
    id: slug(id),
    name: title ?? id,
    description: description === '' ? `MCP server ${name}` : description.slice(0, 500),
    category: 'analytics',
    publisher,
    detail_url: secureLink(websiteUrl ?? repository?.url),
    transport: { kind: 'http', url: remote.url },
    auth:
      header === undefined
        ? null
        : {
            header: header.name,
            prefix: header.name.toLowerCase() === 'authorization' ? 'Bearer ' : '',
            label: header.name,
            required: header.isRequired ?? false,
          },
  })
}

/** Returns an entry with texts made from the host name, for an operator who has only an address. */
export const createEntryFromUrl = (url: string): AppEntry => {
  const { hostname } = new URL(url)
  const name = hostname.replace(/^(www|mcp|api)\./, '')
  return AppEntry.parse({
    id: slug(name),
    name,
    description: `MCP server at ${hostname}`,
    category: 'analytics',
    publisher: hostname,
    transport: { kind: 'http', url },
  })
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, '')

const secureLink = (text: string | undefined): string | null =>
  text !== undefined && URL.parse(text)?.protocol === 'https:' ? text : null
