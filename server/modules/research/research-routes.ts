import type { FastifyInstance } from 'fastify'

import {
  deleteResearch,
  deleteTopic,
  getResearch,
  listResearch,
  listTopics,
  addOwnSource,
  deleteOwnSource,
  listOwnSources,
  listTopicChanges,
  refreshTopic,
  scheduleTopic,
  researchEvents,
  researchMarkdown,
  saveTopic,
  startResearch,
  listFocuses,
} from '#contract/research/research.ts'
import {
  createResearchLink,
  deleteResearchLink,
  readResearchLink,
  sharedResearch,
} from '#contract/research/research-links.ts'
import { eventRoute, parseLastEventId } from '#server/http/event-stream.ts'
import { fileRoute, publicRoute, route, success, successList } from '#server/http/route.ts'

import { renderMarkdown } from '#server/modules/research/digest/digest-markdown.ts'
import type { OwnSources } from './own-sources.ts'
import type { Research } from './research-service.ts'

export function registerResearchRoutes(
  app: FastifyInstance,
  research: Research,
  ownSources: OwnSources,
): void {
  registerRuns(app, research)
  registerLinks(app, research)
  registerTopics(app, research)
  registerOwnSources(app, ownSources)
}

function registerRuns(app: FastifyInstance, research: Research): void {
  route(app, startResearch, async (context) => {
    const { user, body, idempotencyKey } = context
    const question = {
      query: body.query,
      followUpTo: body.follow_up_to ?? null,
      ...(body.focus === undefined ? {} : { focus: body.focus }),
    }
    return success(
      await context.withIdempotencyKey(() => research.start(user.id, question, idempotencyKey)),
    )
  })

  route(app, listResearch, async ({ user, query }) => {
    const { offset, limit, topic_id: topicId = null } = query
    return successList(await research.list(user.id, { offset, limit, topicId }), query)
  })

  fileRoute(app, researchMarkdown, async ({ user, params }) => ({
    content: renderMarkdown(await research.readDigest(user.id, params.id)),
    contentType: 'text/markdown; charset=utf-8',
    fileName: `research-${params.id}.md`,
  }))

  route(app, getResearch, async ({ user, params }) =>
    success(await research.read(user.id, params.id)),
  )

  route(app, deleteResearch, async ({ user, params }) => {
    await research.remove(user.id, params.id)
    return {}
  })

  eventRoute(app, researchEvents, ({ user, params, lastEventId, signal }) =>
    research.follow(user.id, params.id, parseLastEventId(lastEventId), signal),
  )
}

function registerLinks(app: FastifyInstance, research: Research): void {
  route(app, readResearchLink, async ({ user, params: { id } }) =>
    success({ created_at: await research.linkedSince(user.id, id) }),
  )

  route(app, createResearchLink, async ({ user, params: { id } }) =>
    success(await research.link(user.id, id)),
  )

  route(app, deleteResearchLink, async ({ user, params: { id } }) => {
    await research.unlink(user.id, id)
    return {}
  })

  publicRoute(app, sharedResearch, async ({ params: { token } }) =>
    success(await research.readShared(token)),
  )
}

function registerTopics(app: FastifyInstance, research: Research): void {
  route(app, saveTopic, async ({ user, body }) =>
    success(await research.saveTopic(user.id, { researchId: body.research_id, title: body.title })),
  )

  route(app, listTopics, async ({ user, query }) =>
    successList(await research.listTopics(user.id, query), query),
  )

  route(app, listTopicChanges, async ({ user, query }) =>
    successList(await research.listTopics(user.id, query), query),
  )

  route(app, scheduleTopic, async ({ user, params, body: { schedule } }) =>
    success(
      await research.scheduleTopic(
        user.id,
        params.id,
        schedule === null
          ? null
          : { everyHours: schedule.every_hours, pointsLimit: schedule.points_limit },
      ),
    ),
  )

  route(app, refreshTopic, async (context) => {
    const { user, params, idempotencyKey } = context
    return success(
      await context.withIdempotencyKey(() =>
        research.refreshTopic(user.id, params.id, idempotencyKey),
      ),
    )
  })

  route(app, deleteTopic, async ({ user, params }) => {
    await research.removeTopic(user.id, params.id)
    return {}
  })
}

function registerOwnSources(app: FastifyInstance, ownSources: OwnSources): void {
  route(app, listOwnSources, async ({ user }) => success(await ownSources.list(user.id)))

  route(app, listFocuses, async ({ user }) => success(await ownSources.listFocuses(user.id)))

  route(app, addOwnSource, async ({ user, body }) =>
    success(await ownSources.add(user.id, { url: body.url, name: body.name })),
  )

  route(app, deleteOwnSource, async ({ user, params }) => {
    await ownSources.remove(user.id, params.id)
    return {}
  })
}
