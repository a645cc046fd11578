import type { FastifyInstance } from 'fastify'
import {
  deleteChatModel,
  getChatModel,
  saveChatModel,
  testChatModel,
} from '#contract/chat/chat-model.ts'
import { route, success } from '#server/http/route.ts'
import type { OwnModels } from './own-models.ts'

export function registerOwnModelRoutes(app: FastifyInstance, models: OwnModels): void {
  route(app, getChatModel, async ({ user }) => success(await models.read(user.id)))

  route(app, saveChatModel, async ({ user, body }) => success(await models.save(user.id, body)))

  route(app, deleteChatModel, async ({ user }) => {
    await models.remove(user.id)
    return { status: 'success' as const }
  })

  route(app, testChatModel, async ({ user, body, signal }) =>
    success(await models.test(user.id, body, signal)),
  )
}
