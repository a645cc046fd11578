import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { quoteDigest } from '#server/modules/research/digest/quote-digest.ts'
import type { Digest } from '#contract/research/digest.ts'
import { FOCUS_NAMES, ResearchFocus } from '#contract/research/focus.ts'
import { MAX_QUESTION_CHARS } from '#contract/research/question-length.ts'
import { getExamples } from '#server/intents/tool-phrases.ts'
import { definePaidTool, type PaidTool } from '#server/modules/runs/paid-tool.ts'
import { registerResearchRoutes } from './research-routes.ts'
import { createResearch } from './research-service.ts'
import type { ResearchShape } from './start-research.ts'
import { formatResearch } from '#server/modules/research/digest/digest-markdown.ts'
import { buildChatDigest } from '#server/modules/research/digest/chat-digest.ts'
import { createShareLinks } from '#server/modules/sharing/share-links.ts'
import { readFocus } from '#server/modules/research/question/read-focus.ts'
import { createOwnSources } from './own-sources.ts'
import { createScheduledTopicsJob } from './scheduled-topics.ts'
import { researchQuestion, type ResearchParts } from './research-work.ts'

export const RESEARCH = 'research'

/** The writing model takes most of this time. */
const DEADLINE_MS = 90_000

const NO_SOURCE = { source: null } as const
const END_TEXTS = {
  done: 'The digest is ready',
  failed: '',
  cancelled: 'Cancelled. Your POINT was refunded.',
} as const

/** Words before the question. */
const LEADS = ['research', 'please', 'can you', 'you', 'i want to', 'find']
/** `ME` is a token. */
const FIND_ME = /^me (?=(?:about|all|how|info|information|news|some|the|what)\b)/
/** A digest has one to three sentences anyway. */
const IN_SHORT =
  /[\s,，]*(?:(?:in|en|em|用)\s*(?:an?|a few|one|two|three|ein(?:em|er)|zwei|drei|una?|dos|tres|une|deux|trois|uma?|duas|três|[一两三几1-3])\s*(?:short |kurzen )?(?:lines?|sentences?|s[äa]tz(?:en)?|zeilen?|frases?|l[íi]neas?|phrases?|lignes?|linhas?|句话?|行)|(?<=\s)(?:briefly|in short|tl;?dr|kurz))\s*$/iu

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      title: 'Question',
      description: 'The question',
      maxLength: MAX_QUESTION_CHARS,
    },
    focus: {
      type: 'string',
      title: 'Where to search',
      description: 'Search only these sources',
      enum: Object.keys(FOCUS_NAMES),
      default: 'all',
    },
  },
  required: ['query'],
}

export const createResearchTool = (parts: ResearchParts): PaidTool =>
  definePaidTool<ResearchShape>({
    kind: RESEARCH,
    points: 1,
    concurrency: 8,
    words: { run: 'research', work: 'research' },
    ids: (id) => ({ research_id: id }),
    describe: ({ id, input }) => ({
      title: 'Research',
      about: input.query,
      path: linkToResearch(id),
    }),
    queuedEvent: () => ({
      ...NO_SOURCE,
      type: 'stage',
      status: 'queued',
      stage: 'queued',
      message: 'Waiting',
      failure: null,
    }),
    endEvent: ({ status, failure }) => ({
      ...NO_SOURCE,
      type: status,
      status,
      stage: 'finished',
      message: failure ?? END_TEXTS[status],
      failure,
    }),

    deadlineMs: DEADLINE_MS,
    // Many sources answer within the same moment.
    progress: { everyMs: 80, isLatestOnly: false },
    work: (run, context) => researchQuestion(parts, run, context),

    open: (runs, { db }) => {
      const service = createResearch(runs, {
        db,
        links: createShareLinks(db, { table: 'research_link', column: 'research_id' }),
      })
      return {
        routes: (app) => registerResearchRoutes(app, service, createOwnSources(db, parts.registry)),
        jobs: [createScheduledTopicsJob(db, service)],
        chat: {
          name: 'research',
          app: PRODUCT_APPS.research,
          description:
            'Researches a question over many news and data sources and digests them with citations',
          inputSchema: INPUT_SCHEMA,
          examples: getExamples('research'),
          asks: { query: 'What should I research?' },
          fill: (phrase) => {
            const asked = readFocus(phrase.words)
            const rest = asked === null ? phrase : phrase.cut([asked.part])
            const query = rest
              .after(asked === null ? LEADS : [...LEADS, 'about', 'for', 'of'])
              .replace(FIND_ME, '')
              .replace(IN_SHORT, '')
            return {
              ...(query === '' ? {} : { query }),
              ...(asked === null ? {} : { focus: asked.focus }),
            }
          },
          aliases: ['news'],
          isTrusted: false,
          buildPath: linkToResearch,
          start: (userId, { query, focus: given }, key) => {
            const focus = ResearchFocus.safeParse(given).data ?? 'all'
            return service.start(userId, { query: String(query), followUpTo: null, focus }, key)
          },
          readDigest: async (userId, id) =>
            buildChatDigest(id, await service.readDigest(userId, id)),
          quoteDigest: async (userId, id, question) =>
            quoteDigest(await service.readDigest(userId, id), question),
          renderText: (body) => formatResearch(JSON.parse(body) as Digest),
        },
      }
    },
  })

const linkToResearch = (id: string): string => `${PRODUCT_APPS.research.path}?id=${id}`
