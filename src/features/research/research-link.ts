import { ResearchFocus } from '#contract/research/focus.ts'
import { MAX_QUESTION_CHARS } from '#contract/research/question-length.ts'

/** The path of the Research window. Its query names the initial content. */
export const RESEARCH_PATH = '/research'

/** A question, a follow-up to an earlier research, or a refreshed topic. */
export type ResearchRequest =
  | {
      readonly kind: 'question'
      readonly query: string
      readonly followUpTo: string | null
      /** If absent, the server uses the focus of the earlier research. */
      readonly focus?: ResearchFocus
    }
  | { readonly kind: 'topic'; readonly topicId: string }

type ResearchLink = {
  /** Filled into the form, ready to be paid for. */
  readonly request: ResearchRequest | null
  /** Opened at once, because reopening a research is free. */
  readonly researchId: string | null
}

const linkTo = (fields: Record<string, string>) =>
  `${RESEARCH_PATH}?${new URLSearchParams(fields).toString()}`

export const linkToRequest = (request: ResearchRequest): string => {
  if (request.kind === 'topic') return linkTo({ topic: request.topicId })
  const { query, followUpTo, focus } = request
  return linkTo({
    q: query,
    ...(followUpTo === null ? {} : { after: followUpTo }),
    ...(focus === undefined || (focus === 'all' && followUpTo === null) ? {} : { focus }),
  })
}

export const linkToResearch = (researchId: string): string => linkTo({ id: researchId })

/** Reads the query of a window's path. A missing, empty or too long value is null. */
export const readResearchLink = (path: string): ResearchLink => {
  const [, text = ''] = path.replace(/#.*$/s, '').split(/\?(.*)/s)
  const given = new URLSearchParams(text)
  const read = (name: string) => {
    const value = given.get(name)?.trim() ?? ''
    return value === '' || value.length > MAX_QUESTION_CHARS ? null : value
  }
  const query = read('q')
  const focus = ResearchFocus.safeParse(given.get('focus')).data
  const topicId = read('topic')
  const request: ResearchRequest | null =
    query !== null
      ? {
          kind: 'question',
          query,
          followUpTo: read('after'),
          ...(focus === undefined ? {} : { focus }),
        }
      : topicId !== null
        ? { kind: 'topic', topicId }
        : null
  return { request, researchId: read('id') }
}
