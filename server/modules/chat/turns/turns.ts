import { randomUUID } from 'node:crypto'
import { chatTitle } from '#contract/chat/title.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { mentionsIn } from '#server/lib/mentions.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { sha256 } from '#server/lib/sha256.ts'
import { findWaitingCall, pathTo, type ChatRow } from '#server/modules/chat/chat-repository.ts'
import type { Engine, PathMessage, TurnRequest } from '#server/modules/chat/model/engine.ts'
import { keepTurns } from './keep-turns.ts'
import { createLiveAnswer, type LiveAnswer } from './live-answer.ts'
import { settleLostTurns, settleTurn } from './lost-turns.ts'
import {
  redactCall,
  toDecision,
  readPath,
  findMessagePosition,
  messageText,
  userMessage,
  type NewMessage,
} from './message-position.ts'
import type { AssistantTool, ToolScope } from '#server/modules/chat/tools/tool.ts'
import { createScope, type Toolbox } from '#server/modules/chat/tools/toolbox.ts'
import { runTurn, SETTLE_MS, TurnInterrupted, UserStop } from './turn.ts'
import {
  findTurnByKey,
  insertExchange,
  insertTurn,
  reopenMessage,
  requestStop,
} from './turn-repository.ts'

export type TurnServices = {
  db: Database
  ledger: Pick<Ledger, 'charge' | 'refund'>
  toolbox: Toolbox
  /** Answers commands and forms, and everything if there is no model. */
  assistant: Engine & { understands(text: string): boolean }
  model: Engine | null
  /** Returns the model that the user connected, or null. */
  ownModel?: (userId: string) => Promise<Engine | null>
  /** Price of an answer; 0 is free. */
  pointsPerTurn: number
  /** Retry time of the final write before the turn is refunded. */
  settleMs?: number
  onError: (error: unknown) => void
}

export type Decision = { callId: string; isApproved: boolean; idempotencyKey: string | undefined }

export type StartedAnswer = { chatId: string; messageId: string; fromSeq: number }

/** Messages that a turn reads. */
const MAX_PATH = 200
const CLOSE_MS = 3_000

type Running = {
  chatId: string
  answer: LiveAnswer
  controller: AbortController
  ended: Promise<void>
}

export type Turns = ReturnType<typeof createTurns>

/** Starts, stops and tracks the turns of this process. */
export function createTurns(services: TurnServices) {
  const { db, ledger, toolbox, assistant, model, pointsPerTurn, onError } = services
  const { settleMs = SETTLE_MS, ownModel = async () => null } = services
  const owner = randomUUID()
  const running = new Map<string, Running>()
  const unsettled = new Set<string>()
  const settle = (id: string) => settleTurn({ db, ledger }, id)
  const keeper = keepTurns({ db, owner, running, unsettled, settle, onError })
  const state = { isClosing: false }

  async function begin(userId: string, chat: ChatRow, message: NewMessage): Promise<StartedAnswer> {
    const key = message.idempotencyKey ?? null
    const requestHash = sha256(
      JSON.stringify({ ...message, idempotencyKey: undefined, answeredBy: undefined }),
    )
    const scope = createScope(userId, chat.appId)
    const [earlier, [read]] = await Promise.all([
      key === null ? undefined : findTurnByKey(db, chat.id, key),
      Promise.allSettled([
        Promise.all([
          toolbox.describe(scope),
          toolbox.toolsFor(scope),
          placeAndPath(chat.id, message),
          ownModel(userId),
        ]),
      ]),
    ])
    // A repeated request returns its first answer.
    if (earlier !== undefined) return toReplay(earlier, requestHash)
    if (read.status === 'rejected') throw read.reason
    const [description, found, { place, path }, own] = read.value
    const question = place.question ?? messageText(path.at(-1))
    const tools = await withMentioned(scope, found.tools, [...path, userMessage(question)])
    const { call, answeredBy } = message
    const engine = engineFor({ text: question, call, own, answeredBy })
    const ids = { turn: uuidv7(), user: uuidv7(), answer: uuidv7() }
    const parentId = place.parentId === undefined ? (path.at(-1)?.id ?? null) : place.parentId
    const questionId = place.question === null ? parentId : ids.user
    // The user pays for their own model elsewhere.
    const points = engine === own ? 0 : pointsPerTurn
    const exchange = (transferId: string | null) => ({
      turn: {
        id: ids.turn,
        chatId: chat.id,
        messageId: ids.answer,
        userId,
        points,
        transferId,
        requestKey: key,
        requestHash,
        owner,
      },
      question: place.question === null ? null : { id: ids.user, parentId, text: place.question },
      answer: { parentId: questionId, engine: engine.name },
      title: chatTitle(question),
    })
    const { title, transferId } =
      points === 0
        ? { title: await insertExchange(db, exchange(null)), transferId: null }
        : await db.transaction(async (tx) => {
            const transferId = await chargeTurn(tx, userId, ids.turn, points)
            return { title: await insertExchange(tx, exchange(transferId)), transferId }
          })
    const answer = createLiveAnswer(ids.answer)
    answer.emit({
      type: 'start',
      message_id: ids.answer,
      user_message_id: questionId,
      ...(place.removed.length === 0 ? {} : { user_content: question }),
      engine: engine.name,
      title,
    })
    if (place.removed.length > 0) {
      const message = `Your message held a ${place.removed.join(' and a ')}. It was removed before anything was stored or sent. Never share it; if it has been elsewhere, move your funds.`
      answer.emit({ type: 'notice', code: 'SECRET_REMOVED', message })
    }
    run({
      chat,
      answer,
      engine,
      turn: { id: ids.turn, messageId: ids.answer, points, transferId },
      request: {
        chatId: chat.id,
        scope,
        description,
        path: place.question === null ? path : [...path, userMessage(question)],
        question,
        call: message.call,
        decision: null,
        timeZone: message.timeZone,
        tools,
      },
    })
    return { chatId: chat.id, messageId: ids.answer, fromSeq: 0 }
  }

  async function resumeAfterApproval(
    userId: string,
    chat: ChatRow,
    { callId, isApproved, idempotencyKey, requestHash }: Decision & { requestHash: string },
  ): Promise<StartedAnswer> {
    const waiting = await findWaitingCall(db, chat.id, callId)
    if (waiting === undefined) throw new AppError('NOT_FOUND', 'No such call waits for an answer')
    const decision = toDecision(waiting, callId, isApproved)
    const scope = createScope(userId, chat.appId)
    const [description, found, path, own] = await Promise.all([
      toolbox.describe(scope),
      toolbox.toolsFor(scope),
      pathTo(db, chat.id, waiting.id, MAX_PATH),
      ownModel(userId),
    ])
    const tools = await withMentioned(scope, found.tools, path)
    const engine = [own, model].find((each) => each?.name === waiting.engine) ?? assistant
    const turn = { id: uuidv7(), messageId: waiting.id, points: 0, transferId: null }
    const fromSeq = waiting.lastSeq
    await withoutLost(() =>
      db.transaction(async (tx) => {
        if (!(await reopenMessage(tx, waiting.id, waiting))) {
          throw new AppError('CONFLICT', 'This call has been decided already')
        }
        await insertTurn(tx, {
          ...turn,
          chatId: chat.id,
          userId,
          requestKey: idempotencyKey ?? null,
          requestHash,
          owner,
          fromSeq,
        })
      }),
    )
    const answer = createLiveAnswer(waiting.id, waiting)
    answer.emit({
      type: 'start',
      message_id: waiting.id,
      user_message_id: null,
      engine: engine.name,
      title: chat.title,
    })
    const question = messageText(path.findLast(({ role }) => role === 'user'))
    const request = {
      chatId: chat.id,
      scope,
      description,
      path,
      question,
      call: null,
      decision,
      timeZone: null,
      tools,
    }
    run({ chat, answer, engine, turn, request })
    return { chatId: chat.id, messageId: waiting.id, fromSeq }
  }

  /** An app or agent mentioned in a global chat lends its tools to the rest of it. */
  async function withMentioned(
    scope: ToolScope,
    tools: readonly AssistantTool[],
    path: readonly PathMessage[],
  ): Promise<readonly AssistantTool[]> {
    if (scope.appId !== null) return tools
    const mentions = path.flatMap((each) =>
      each.role === 'user' ? mentionsIn(messageText(each)) : [],
    )
    if (mentions.length === 0) return tools
    const all = await toolbox.toolsFor({ ...scope, mentions })
    return all.tools
  }

  const placeAndPath = async (chatId: string, message: NewMessage) => {
    const place = await findMessagePosition(db, chatId, message)
    return { place, path: await readPath(db, place, MAX_PATH) }
  }

  const engineFor = ({
    text,
    call,
    own,
    answeredBy = 'own',
  }: {
    text: string
    call: TurnRequest['call']
    own: Engine | null
    answeredBy: NewMessage['answeredBy']
  }): Engine => {
    if (call !== null || assistant.understands(text)) return assistant
    if (own !== null && answeredBy === 'commands') return assistant
    const chosen = answeredBy === 'own' ? (own ?? model) : model
    return chosen ?? assistant
  }

  async function chargeTurn(tx: Queryable, userId: string, turnId: string, points: number) {
    const charge = await ledger.charge(
      {
        userId,
        lamports: LAMPORTS_PER_POINT * BigInt(points),
        idempotencyKey: `chat:${turnId}`,
        requestHash: turnId,
        consumption: { type: 'PREMIUM_FEATURE', description: 'Chat answer', featureId: turnId },
      },
      tx,
    )
    if (charge.ok) return charge.transferId
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      `You need ${points} ${points === 1 ? 'POINT' : 'POINTS'} for this answer. Recharge to go on.`,
      { fields: { points: String(points) } },
    )
  }

  function run(start: {
    chat: ChatRow
    answer: LiveAnswer
    engine: Engine
    turn: { id: string; messageId: string; points: number; transferId: string | null }
    request: TurnRequest
  }): void {
    const { chat, answer, engine, turn, request } = start
    const controller = new AbortController()
    const work = { turn, answer, engine, request, controller, settleMs }
    const runToEnd = async () => {
      const isSettled = await runTurn({ db, ledger, onError, ...work })
      running.delete(turn.id)
      if (!isSettled) unsettled.add(turn.id)
    }
    const ended = runToEnd()
    running.set(turn.id, { chatId: chat.id, answer, controller, ended })
    if (state.isClosing) controller.abort(new TurnInterrupted('the server stops'))
    keeper.start()
  }

  /** Retries once after settling turns of dead processes. */
  async function withoutLost<T>(start: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await start()
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        const settled =
          attempt === 1 ? await settleLostTurns({ db, ledger }, { onFailure: onError }) : 0
        if (attempt > 1 || settled === 0) {
          throw new AppError('CONFLICT', 'This chat is still answering', { retryAfterSeconds: 1 })
        }
      }
    }
  }

  return {
    liveAnswer: (messageId: string): LiveAnswer | undefined =>
      [...running.values()].find(({ answer }) => answer.messageId === messageId)?.answer,

    async send(userId: string, chat: ChatRow, message: NewMessage): Promise<StartedAnswer> {
      const prepared = { ...message, call: message.call === null ? null : redactCall(message.call) }
      return withoutLost(() => begin(userId, chat, prepared))
    },

    /** Approves or declines a waiting call and resumes its message. */
    async decide(userId: string, chat: ChatRow, decision: Decision): Promise<StartedAnswer> {
      const { callId, isApproved, idempotencyKey: key } = decision
      const requestHash = sha256(JSON.stringify({ callId, isApproved }))
      const replay = async () => {
        const earlier = key === undefined ? undefined : await findTurnByKey(db, chat.id, key)
        return earlier && toReplay(earlier, requestHash)
      }
      try {
        return (
          (await replay()) ??
          (await resumeAfterApproval(userId, chat, { ...decision, requestHash }))
        )
      } catch (error) {
        // An equal request may have won the race.
        const first = await replay()
        if (first !== undefined) return first
        throw error
      }
    },

    /** Stops the chat's answer on any server. */
    async stop(chatId: string): Promise<void> {
      for (const turn of running.values()) {
        if (turn.chatId === chatId) turn.controller.abort(new UserStop('stopped by the user'))
      }
      await requestStop(db, chatId)
    },

    async close(): Promise<void> {
      state.isClosing = true
      for (const { controller } of running.values()) {
        controller.abort(new TurnInterrupted('the server stops'))
      }
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, CLOSE_MS)
      await Promise.race([
        Promise.allSettled([...running.values()].map(({ ended }) => ended)),
        timer.promise,
      ])
      clearTimeout(timeout)
      keeper.stop()
    },
  }
}

function toReplay(
  { chatId, messageId, fromSeq, ...earlier }: StartedAnswer & { requestHash: string },
  requestHash: string,
): StartedAnswer {
  if (earlier.requestHash !== requestHash) {
    throw new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used with another request')
  }
  return { chatId, messageId, fromSeq }
}
