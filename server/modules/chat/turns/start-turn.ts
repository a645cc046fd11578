import { formatChatTitle } from '#contract/chat/title.ts'
import { formatPoints, LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { findMentions } from '#server/lib/text/mentions.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { findWaitingCall, readPathTo, type ChatRow } from '#server/modules/chat/chat-repository.ts'
import type { Engine, PathMessage } from '#server/modules/chat/model/engine.ts'
import type { AssistantTool, ToolScope } from '#server/modules/chat/tools/tool.ts'
import { createScope, type Toolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createLiveAnswer } from './live-answer.ts'
import {
  findMessagePosition,
  joinMessageText,
  readPath,
  toDecision,
  createUserMessage,
  type NewMessage,
} from './message-position.ts'
import type { RunningTurns } from './running-turns.ts'
import {
  findTurnByKey,
  insertExchange,
  insertTurn,
  reopenMessage,
  type NewExchange,
} from './turn-repository.ts'

export type StartServices = {
  db: Database
  ledger: Pick<Ledger, 'charge' | 'refund'>
  toolbox: Toolbox
  /** Answers commands and forms, and everything else if there is no model. */
  assistant: Engine & { understands(text: string): boolean }
  /** The operator's model. */
  model: Engine | null
  /** Returns the model that the user connected, or null. */
  ownModel?: (userId: string) => Promise<Engine | null>
  /** Price of an answer. 0: free. */
  pointsPerTurn: number
}

type Parts = StartServices & { running: Pick<RunningTurns, 'owner' | 'start'> }

export type Decision = { callId: string; isApproved: boolean; idempotencyKey: string | undefined }

export type StartedAnswer = { chatId: string; messageId: string; fromSeq: number }

const MAX_PATH = 200

/** Stores a question and starts its answer. A repeated request returns its first answer. */
export async function startTurn(
  parts: Parts,
  userId: string,
  chat: ChatRow,
  message: NewMessage,
): Promise<StartedAnswer> {
  const { db, running, pointsPerTurn } = parts
  const requestKey = message.idempotencyKey ?? null
  const requestHash = sha256(
    JSON.stringify({ ...message, idempotencyKey: undefined, answeredBy: undefined }),
  )
  const scope = createScope(userId, chat.appId)
  const [earlier, [read]] = await Promise.all([
    requestKey === null ? undefined : findTurnByKey(db, chat.id, requestKey),
    Promise.allSettled([readContext(parts, scope, readThread(db, chat.id, message))]),
  ])
  if (earlier !== undefined) return toReplay(earlier, requestHash)
  if (read.status === 'rejected') throw read.reason
  const { parentId, question, isStored, removed, own, ...context } = read.value
  const engine = chooseEngine(parts, { ...message, text: question, own })
  const ids = { turn: uuidv7(), user: uuidv7(), answer: uuidv7() }
  const questionId = isStored ? parentId : ids.user
  // The user pays for their own model elsewhere.
  const points = engine === own ? 0 : pointsPerTurn
  const { title, transferId } = await storeExchange(parts, {
    turn: {
      id: ids.turn,
      chatId: chat.id,
      messageId: ids.answer,
      userId,
      points,
      transferId: null,
      requestKey,
      requestHash,
      owner: running.owner,
    },
    question: isStored ? null : { id: ids.user, parentId, text: question },
    answer: { parentId: questionId, engine: engine.name },
    title: formatChatTitle(question),
  })
  const answer = createLiveAnswer(ids.answer)
  answer.emit({
    type: 'start',
    message_id: ids.answer,
    user_message_id: questionId,
    ...(removed.length === 0 ? {} : { user_content: question }),
    engine: engine.name,
    title,
  })
  if (removed.length > 0) {
    const text = `Your message held a ${removed.join(' and a ')}. It was removed before anything was stored or sent. Never share it; if it has been elsewhere, move your funds.`
    answer.emit({ type: 'notice', code: 'SECRET_REMOVED', message: text })
  }
  const { call, timeZone } = message
  running.start({
    answer,
    engine,
    turn: { id: ids.turn, messageId: ids.answer, points, transferId },
    request: { ...context, chatId: chat.id, scope, question, call, decision: null, timeZone },
  })
  return { chatId: chat.id, messageId: ids.answer, fromSeq: 0 }
}

/** Continues an answer after the user decided on its waiting call. This is free. */
export async function resumeTurn(
  parts: Parts,
  userId: string,
  chat: ChatRow,
  { callId, isApproved, idempotencyKey, requestHash }: Decision & { requestHash: string },
): Promise<StartedAnswer> {
  const { db, assistant, model, running } = parts
  const waiting = await findWaitingCall(db, chat.id, callId)
  if (waiting === undefined) throw new AppError('NOT_FOUND', 'No such call waits for an answer')
  const decision = toDecision(waiting, callId, isApproved)
  const scope = createScope(userId, chat.appId)
  const thread = readPathTo(db, chat.id, waiting.id, MAX_PATH).then((path) => ({ path }))
  const { own, ...context } = await readContext(parts, scope, thread)
  const engine = [own, model].find((each) => each?.name === waiting.engine) ?? assistant
  const turn = { id: uuidv7(), messageId: waiting.id, points: 0, transferId: null }
  const fromSeq = waiting.lastSeq
  await db.transaction(async (tx) => {
    if (!(await reopenMessage(tx, waiting.id, waiting))) {
      throw new AppError('CONFLICT', 'This call has been decided already')
    }
    await insertTurn(tx, {
      ...turn,
      chatId: chat.id,
      userId,
      requestKey: idempotencyKey ?? null,
      requestHash,
      owner: running.owner,
      fromSeq,
    })
  })
  const answer = createLiveAnswer(waiting.id, waiting)
  answer.emit({
    type: 'start',
    message_id: waiting.id,
    user_message_id: null,
    engine: engine.name,
    title: chat.title,
  })
  const question = joinMessageText(context.path.findLast(({ role }) => role === 'user'))
  running.start({
    answer,
    engine,
    turn,
    request: {
      ...context,
      chatId: chat.id,
      scope,
      question,
      call: null,
      decision,
      timeZone: null,
    },
  })
  return { chatId: chat.id, messageId: waiting.id, fromSeq }
}

/** Returns the first answer for a repeated request. Throws `IDEMPOTENCY_CONFLICT` if the requests differ. */
export function toReplay(
  { chatId, messageId, fromSeq, ...earlier }: StartedAnswer & { requestHash: string },
  requestHash: string,
): StartedAnswer {
  if (earlier.requestHash !== requestHash) {
    throw new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used with another request')
  }
  return { chatId, messageId, fromSeq }
}

/** Reads the messages up to the question, which is the last one of the path. */
async function readThread(db: Queryable, chatId: string, message: NewMessage) {
  const position = await findMessagePosition(db, chatId, message)
  const path = await readPath(db, position, MAX_PATH)
  const { question, removed } = position
  const parentId = position.parentId === undefined ? (path.at(-1)?.id ?? null) : position.parentId
  return {
    parentId,
    removed,
    isStored: question === null,
    question: question ?? joinMessageText(path.at(-1)),
    path: question === null ? path : [...path, createUserMessage(question)],
  }
}

async function readContext<Thread extends { path: readonly PathMessage[] }>(
  { toolbox, ownModel }: Parts,
  scope: ToolScope,
  thread: Promise<Thread>,
) {
  const [description, { tools }, read, own = null] = await Promise.all([
    toolbox.describe(scope),
    toolbox.listTools(scope),
    thread,
    ownModel?.(scope.userId),
  ])
  return { ...read, description, own, tools: await addMentioned(toolbox, scope, tools, read.path) }
}

/** An app or agent mentioned in a global chat lends its tools to the rest of it. */
async function addMentioned(
  toolbox: Toolbox,
  scope: ToolScope,
  tools: readonly AssistantTool[],
  path: readonly PathMessage[],
): Promise<readonly AssistantTool[]> {
  if (scope.appId !== null) return tools
  const mentions = path.flatMap((each) =>
    each.role === 'user' ? findMentions(joinMessageText(each)) : [],
  )
  return mentions.length === 0 ? tools : (await toolbox.listTools({ ...scope, mentions })).tools
}

function chooseEngine(
  { assistant, model }: Parts,
  {
    text,
    call,
    own,
    answeredBy = 'own',
  }: Pick<NewMessage, 'call' | 'answeredBy'> & { text: string; own: Engine | null },
): Engine {
  if (call !== null || assistant.understands(text)) return assistant
  if (own !== null && answeredBy === 'commands') return assistant
  const chosen = answeredBy === 'own' ? (own ?? model) : model
  return chosen ?? assistant
}

/** Stores the exchange. If it costs anything, the charge is in the same transaction. */
async function storeExchange(
  { db, ledger }: Parts,
  exchange: NewExchange,
): Promise<{ title: string; transferId: string | null }> {
  const { turn } = exchange
  if (turn.points === 0) return { title: await insertExchange(db, exchange), transferId: null }
  return db.transaction(async (tx) => {
    const transferId = await chargeTurn(ledger, tx, turn)
    return {
      title: await insertExchange(tx, { ...exchange, turn: { ...turn, transferId } }),
      transferId,
    }
  })
}

async function chargeTurn(
  ledger: StartServices['ledger'],
  tx: Queryable,
  { id, userId, points }: NewExchange['turn'],
): Promise<string> {
  const charge = await ledger.charge(
    {
      userId,
      lamports: LAMPORTS_PER_POINT * BigInt(points),
      idempotencyKey: `chat:${id}`,
      requestHash: id,
      consumption: { type: 'PREMIUM_FEATURE', description: 'Chat answer', featureId: id },
    },
    tx,
  )
  if (charge.ok) return charge.transferId
  throw new AppError(
    'INSUFFICIENT_BALANCE',
    `You need ${formatPoints(points)} for this answer. Recharge to go on.`,
    { fields: { points: String(points) } },
  )
}
