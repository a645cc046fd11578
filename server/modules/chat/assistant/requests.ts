import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { listMissingArguments } from '#server/modules/chat/tools/schema-check.ts'
import type { Phrase } from './phrase.ts'
import type { UnderstoodCall } from './fill-arguments.ts'
import type { Understood, UnderstoodAnswer } from './understood.ts'

/** Where a second request can begin. */
const JOINT =
  /(?:(?<!\d)\.|[!?;,。！？；])+\s+(?:(?:and|then|also|und|dann|y|luego|et|puis|e|depois)\s+)*|[。！？；，]\s*|\s+(?:and then|and also|and|then|also|und dann|und|dann|y luego|y|luego|et puis|et|puis|e depois|e|depois)\s+|(?:然后|并且|还有|接着)/giu
const SENTENCE_END = /[.!?;。！？；]/
const MAX_JOINTS = 4
/** Maximum number of requests of one message that run. */
export const MAX_REQUESTS = 5
const MAX_CHARS = 300

/** Begins a request in plain English. */
const VERB =
  /^(?:please |also )*(?:open|show|close|install|uninstall|change|arrange|minimize|export|add|remind me|delete|analyze|watch|stop watch|top up|research|find|what is|how much)\b/
/** `and email me the summary` is no part of a question to research. */
const FOR_ME = /^(?!tell|show|find)\S+ (?:me|it|them)\b/
/** After these, `and settings` is a request too: `open calendar and settings`. */
const SHARED_VERB = /^(?:open|show|what is|my)\b/
/** These take any words, so that `and` may be a part of their text. */
const FREE_TEXT = new Set(['research', 'add_event', 'move_event', 'create_agent'])
/** Of these, only the named thing may follow: `install coingecko and explorer`. */
const ELLIPTIC = new Set([
  'price',
  'install_app',
  'uninstall_app',
  'history',
  'open_app',
  'delete_event',
])
/** These answer a request. Small talk does not. */
const REAL_ANSWERS = new Set(['explain', 'points', 'sum'])
const REFUSALS = new Set(['send', 'swap', 'stake', 'create_token', 'airdrop'])

export type Request = { phrase: Phrase; meant: UnderstoodCall | UnderstoodAnswer }

/** `unread` is the rest of the text, if it begins like a request that is not understood. */
export type Requests = { found: readonly Request[]; unread: string | null }

/** Reads one request. Null if it is not clear without its neighbors. */
type ReadRequest = (text: string) => Request | null

type Parts = {
  read: ReadRequest
  /** Returns a text in plain English. */
  translate: (text: string) => string
}

/** Returns the requests of a text such as `show my balance and switch to dark mode`, or null if it is only one. */
export function findRequests(
  text: string,
  parts: Parts,
  before: Request | null = null,
): Requests | null {
  if (text.length > MAX_CHARS) return null
  for (const { index, 0: joint } of [...text.matchAll(JOINT)].slice(0, MAX_JOINTS)) {
    const [left, right] = [text.slice(0, index), text.slice(index + joint.length)]
    const own = parts.read(left)
    const elliptic = before && readElliptic(left, { first: before, read: parts.read })?.found[0]
    // The verb of `open settings, calendar and …` stays for what follows.
    const isSame =
      elliptic?.meant.kind === 'tool' && own && isTool(own.meant, elliptic.meant.tool.name)
    const first = (isSame ? [elliptic] : [own, elliptic]).find(
      (each) => each && (isComplete(each.meant) || isRefusal(each.meant)),
    )
    if (!first) continue
    const plainRight = parts.translate(right)
    const isVerb = VERB.test(plainRight)
    const isNext = isVerb || SENTENCE_END.test(joint)
    if (isTool(first.meant, 'research') && FOR_ME.test(plainRight))
      return { found: [first], unread: right.trim() }
    const more = () => readElliptic(right, { first, read: parts.read })
    const rest =
      findRequests(right, parts, first) ??
      // `research` names an app too.
      (isTool(first.meant, 'open_app') ? more() : null) ??
      readLast(right, { first, isVerb, isNext, read: parts.read }) ??
      more()
    const found = rest === null ? [] : [first, ...rest.found]
    if (rest !== null && !isRepeated(found)) return { found, unread: rest.unread }
  }
  return null
}

const ARRANGE_LEADS =
  'please,can you,you,i want to,me,my,the,a,open,show,add,change,arrange,in,window,several,of,with,two,three,zwei,drei,dos,tres,deux,trois,dois,duas'.split(
    ',',
  )
const BETWEEN_NAMES =
  /\s*(?:[,:，：&+和跟与、]|(?<!\p{L})(?:and|with|und|mit|y|con|et|avec|e|com)(?!\p{L}))\s*/iu
/** This conversation is a window already. */
const THIS_CHAT = /^(?:(?:my|this|the|der|den|el|le|o) )?chat$/iu

/** Reads `open research and the calendar side by side` as two windows and their arrangement. Null for other texts. */
export function findArranged(asked: Phrase, read: ReadRequest): Requests | null {
  const grid = asked.words.find(({ english }) => english === 'grid')
  if (grid === undefined) return null
  const { question } = asked
  const joined = `${question.slice(0, grid.from)} , ${question.slice(grid.to)}`
  const names = joined
    .split(BETWEEN_NAMES)
    .map((name) => asked.skip(name, ARRANGE_LEADS))
    .filter((name) => name !== '')
  const apps = names.filter((name) => !THIS_CHAT.test(name))
  if (names.length < 2 || apps.length === 0) return null
  const opened = apps.slice(0, MAX_ARRANGED).flatMap((name) => read(`open ${name}`) ?? [])
  const areKnown = opened.every(
    ({ meant }) => isTool(meant, 'open_app') && 'args' in meant && TITLES.has(meant.args['app']),
  )
  const arranged = read('arrange my windows')
  if (arranged === null || !areKnown || opened.length < Math.min(apps.length, MAX_ARRANGED))
    return null
  const more = apps.slice(MAX_ARRANGED).join(', ')
  return { found: [...opened, arranged], unread: more === '' ? null : more }
}

/** Leaves a call for their arrangement. */
const MAX_ARRANGED = MAX_REQUESTS - 1
const TITLES: ReadonlySet<unknown> = new Set(Object.values(PRODUCT_APPS).map(({ title }) => title))

/** Returns the last request, which the text after a joint may be. */
function readLast(
  text: string,
  {
    first,
    isVerb,
    isNext,
    read,
  }: { first: Request; isVerb: boolean; isNext: boolean; read: ReadRequest },
): Requests | null {
  const alone = read(text)
  const [address] = first.phrase.entities.addresses
  const last =
    alone !== null && !isComplete(alone.meant) && address !== undefined
      ? read(`${text} ${address}`)
      : alone
  if (last !== null && isComplete(last.meant)) {
    return isNext || isOwnRequest(first, last) ? { found: [last], unread: null } : null
  }
  if (!isVerb || isFreeText(first)) return null
  return last?.meant.kind === 'tool'
    ? { found: [last], unread: null }
    : { found: [], unread: text.trim() }
}

/** Reads `explorer` after `install coingecko and` as `install explorer`. */
function readElliptic(
  text: string,
  { first, read }: { first: Request; read: ReadRequest },
): Requests | null {
  const { meant, phrase } = first
  const isRange = /\bbetween\b/.test(phrase.english)
  if (meant.kind !== 'tool' || !ELLIPTIC.has(meant.tool.name) || isRange) return null
  const words = phrase.question.trim().split(/\s+/)
  const verb = words.slice(0, Math.max(1, words.length - text.trim().split(/\s+/).length))
  const last = read(`${verb.join(' ')} ${text}`)
  const isNamed = last?.meant.kind === 'tool' && Object.keys(last.meant.args).length > 0
  return isNamed && isTool(last.meant, meant.tool.name) && isComplete(last.meant)
    ? { found: [last], unread: null }
    : null
}

const isComplete = (meant: Understood): boolean =>
  meant.kind === 'tool'
    ? listMissingArguments(meant.tool.inputSchema, meant.args).length === 0
    : meant.kind === 'answer' && REAL_ANSWERS.has(meant.id)

const isRefusal = (meant: Understood): boolean => meant.kind === 'answer' && REFUSALS.has(meant.id)

const isTool = (meant: Understood, name: string): boolean =>
  meant.kind === 'tool' && meant.tool.name === name

const isFreeText = ({ meant }: Request): boolean =>
  meant.kind === 'tool' && (FREE_TEXT.has(meant.tool.name) || meant.tool.isTrusted !== true)

const ASKS_RESEARCH = /\b(?:research|news|latest|happened|why|what|who|how|when|find)\b/

/** Returns false if the second is only more of the first, as in `wallets that bought ADDRESS and traded ADDRESS`. */
function isOwnRequest(first: Request, last: Request): boolean {
  const areEvents = [first, last].every(({ meant }) => isTool(meant, 'add_event'))
  if (areEvents) return true
  const haveAddresses = [first, last].every(({ phrase }) => phrase.entities.addresses.length > 0)
  const takesName = ['install_app', 'uninstall_app'].some((name) => isTool(first.meant, name))
  if (isFreeText(first) || takesName || isRefusal(first.meant) || haveAddresses) return false
  if (isTool(last.meant, 'research') && !ASKS_RESEARCH.test(last.phrase.english)) return false
  const { english } = first.phrase
  return last.phrase.english.includes(' ') || SHARED_VERB.test(english) || !VERB.test(english)
}

function isRepeated(requests: readonly Request[]): boolean {
  const keys = requests.map(({ meant }) =>
    meant.kind === 'tool' ? `${meant.tool.name} ${JSON.stringify(meant.args)}` : meant.text,
  )
  return new Set(keys).size < keys.length
}
