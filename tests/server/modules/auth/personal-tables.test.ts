import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import {
  deletePersonalRows,
  readPersonalPages,
} from '#server/modules/auth/personal-data/personal-tables.ts'
import { testDatabase } from '#tests/support/database.ts'

/** Tables that keep rows about a person after the account is deleted, and why. */
const KEPT = {
  account: 'the balance of the account, which the books need',
  transfer: 'the books; a memo is the operator’s',
  consumption: 'the books; what was bought is emptied',
  ledger_reversal: 'the books',
  ledger_checkpoint_balance: 'the books',
  payment_order: 'the books; it names a wallet that is on the chain',
  payment_receipt: 'the books; it names what is on the chain',
  paid_run: 'the charge refers to it; input, progress and result are emptied',
  admin_action: 'the audit trail; the username is emptied',
  known_sign_in: 'a digest of name and address, deleted after 90 days',
  call_count: 'a digest of the caller, deleted when its window ends',
} as const

/** Tables without a `user_id` whose rows go with the account, because of what they belong to. */
const DELETED_WITH_OTHERS = [
  'agent_file_passage',
  'app_oauth_client',
  'app_server',
  'app_user',
  'ca_report',
  'ca_report_block',
  'ca_report_series',
  'ca_report_wallet',
  'chat_events',
  'chat_tool_result',
  'own_app_audit',
  'refresh_token',
  'run_event',
  'sign_in_challenge',
  'store_app',
  'user_agent_version',
] as const

/** Tables with a column like those of persons that never hold anything of one person, and why. */
const IMPERSONAL = {
  analysis_history: 'addresses of a token',
  analysis_history_page: 'addresses of a token',
  payment_blockhash: 'of an order, which names the account',
  payment_dust: 'addresses of the receiver',
  payment_scan: 'addresses of the receiver',
  payment_second_look: 'of an order, which names the account',
  store_app_audit: 'of an app of the operator',
  wallet_watch: 'a watched address, once for all users',
  watched_trade: 'trades of a watched address, which are on the chain',
} as const

/** A table with one of these may hold something of a person. */
const PERSONAL_COLUMNS = [
  'account_id',
  'address',
  'agent_id',
  'app_id',
  'chat_id',
  'key',
  'message_id',
  'owner_id',
  'pair',
  'payment_id',
  'report_id',
  'run_id',
  'session_id',
  'subject',
  'user_id',
  'username',
]

/** Personal rows that an export leaves out, and why. */
const NOT_EXPORTED = {
  app_oauth_client: 'how the product signs in to the app: a credential',
  app_server: 'the state of a connection',
  app_sign_in: 'a sign-in under way, for minutes',
  app_user: 'its name is at the top of the export',
  balance_total: 'sums of the transfers',
  ca_report: 'each report can be saved from its window',
  ca_report_block: 'each report can be saved from its window',
  ca_report_series: 'each report can be saved from its window',
  ca_report_wallet: 'each report can be saved from its window',
  chat_events: 'the message holds the same',
  chat_turn: 'the message and the charge hold the same',
  idempotent_answer: 'copies of answers, for a day',
  list_place: 'how many rows of other tables there are',
  refresh_token: 'digests of credentials',
  run_event: 'the run holds its outcome',
  sign_in_challenge: 'a sign-in under way, for minutes',
  store_app: 'exported as own_apps',
} as const

const MARK = 'personal-words'

const database = await testDatabase()
const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
await owner.query('set session_replication_role = replica')
// Which words a column takes does not matter here.
const checks = await owner.query<{ table: string; name: string }>(
  `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
   where contype = 'c' and connamespace = current_schema()::regnamespace`,
)
for (const { table, name } of checks) {
  await owner.query(`alter table ${table} drop constraint ${name}`)
}
afterAll(async () => {
  await owner.close()
  await database.drop()
})

const listTables = async (columns: readonly string[] | null): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = current_schema() and ($1::text[] is null or column_name = any($1)) order by 1`,
      [columns],
    )
  ).map(({ name }) => name)

/** The tables with something of a person. */
const listPersonal = async (): Promise<string[]> => [
  ...new Set([...(await listTables(['user_id'])), ...DELETED_WITH_OTHERS, ...Object.keys(KEPT)]),
]

type Column = { name: string; type: string }

const BY_TYPE: Readonly<Record<string, unknown>> = {
  text: MARK,
  'character varying': MARK,
  jsonb: JSON.stringify({ name: MARK }),
  uuid: null,
  bytea: '',
  ARRAY: '{}',
  integer: 1,
  bigint: 1,
  numeric: 1,
  'double precision': 1,
  boolean: false,
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01',
}

/** Inserts a row into every table of a person, with words of theirs wherever they could be. */
async function plant(): Promise<string> {
  const [user, chat, agent, file, session, message, run, order] = Array.from(
    { length: 8 },
    randomUUID,
  )
  const app = `own-${user}`
  const references: Record<string, unknown> = {
    user_id: user,
    account_id: user,
    owner_id: user,
    subject: user,
    chat_id: chat,
    agent_id: agent,
    file_id: file,
    app_id: app,
    session_id: session,
    message_id: message,
    run_id: run,
    report_id: run,
    payment_id: order,
    address: `wallet-of-${user}`,
  }
  const own: Record<string, Record<string, unknown>> = {
    account: { id: user, kind: 'user', name: null, closed_at: null },
    app_user: { id: user, username: `${MARK}-${user}`, username_key: `${MARK}-${user}` },
    chat: { id: chat },
    user_agent: { id: agent },
    agent_file: { id: file },
    store_app: { id: app, audit_status: 'approved' },
    user_session: { id: session },
    chat_message: { id: message, role: 'user', status: 'complete' },
    chat_turn: { status: 'complete', points: 0, transfer_id: null },
    paid_run: { id: run, status: 'done', body: MARK, failure: null },
    ca_report: { id: run },
    payment_order: {
      id: order,
      currency: 'SOL',
      status: 'CANCELLED',
      reference: user,
      payer_wallet: 'w',
      token_mint: null,
      token_program: null,
      token_destination: null,
      token_decimals: null,
      token_raw_amount: null,
    },
    payment_receipt: { currency: 'SOL', state: 'UNMATCHED', signature: user, payer: 'w' },
    transfer: {
      kind: 'operator',
      debit: '00000000-0000-7000-8000-000000000004',
      credit: user,
      memo: 'by an operator',
      refund_of: null,
      reversal_of: null,
    },
    consumption: {
      type: 'CA_ANALYSIS',
      status: 'SUCCESS',
      description: MARK,
      feature_id: MARK,
    },
    admin_action: { actor: 'root' },
    known_sign_in: { pair: user },
    call_count: { key: user },
    agent_schedule: { weekday: 1, minutes: 60 },
    app_secret: { kind: 'key' },
    own_app_audit: { status: 'approved' },
  }
  for (const table of await listPersonal()) {
    const columns = await owner.query<Column>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const values = columns.map(({ name, type }) => {
      const set = own[table] ?? {}
      if (name in set) return set[name]
      if (name in references && (type !== 'uuid' || name !== 'id')) return references[name]
      if (type === 'uuid') return randomUUID()
      return type === 'text' && table in KEPT ? 'of the books' : BY_TYPE[type]
    })
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    try {
      await owner.query(`insert into "${table}" (${names}) values (${places})`, values)
    } catch (error) {
      throw new Error(`a row of ${table} could not be planted`, { cause: error })
    }
  }
  return user ?? ''
}

describe('every table that may hold something of a person', () => {
  it('has the id of the user, or is on a list', async () => {
    const listed = new Set([...(await listPersonal()), ...Object.keys(IMPERSONAL)])
    const unlisted = (await listTables(PERSONAL_COLUMNS)).filter((table) => !listed.has(table))
    expect(unlisted).toEqual([])
  })
})

describe('a deleted account', () => {
  it('leaves no row but the kept ones, and no words of its person in them', async () => {
    const user = await plant()
    await owner.query('set session_replication_role = origin')
    await database.db.transaction((tx) => deletePersonalRows(tx, user))
    await owner.query('set session_replication_role = replica')
    const left: string[] = []
    const withWords: string[] = []
    for (const table of await listTables(null)) {
      const rows = await owner.query<{ text: string }>(`select t::text as text from "${table}" t`)
      if (rows.some(({ text }) => text.includes(user))) left.push(table)
      if (rows.some(({ text }) => text.includes(MARK))) withWords.push(table)
    }
    expect(left).toEqual(Object.keys(KEPT).toSorted())
    expect(withWords).toEqual([])
  })
})

describe('an export', () => {
  it('holds a row of every table with something of the person', async () => {
    const user = await plant()
    const found = new Set<string>()
    for await (const { table, rows } of readPersonalPages(database.db, user, 100)) {
      if (rows.length > 0) found.add(table)
      for (const row of rows) {
        expect(Object.keys(row)).not.toContain('sealed')
        expect(Object.keys(row)).not.toContain('actor')
      }
    }
    const missing = (await listPersonal()).filter((table) => !found.has(table))
    const accounted = [
      ...Object.keys(NOT_EXPORTED),
      'account',
      'call_count',
      'known_sign_in',
      'ledger_checkpoint_balance',
    ]
    expect(missing.toSorted()).toEqual(accounted.toSorted())
  })
})
