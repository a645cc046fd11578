import type { DigestPart } from '#contract/chat/parts.ts'
import type { Digest, Figure } from '#contract/research/digest.ts'
import { truncate } from '#server/lib/text/visible-text.ts'

const MAX_SENTENCES = 3
const MAX_FIGURES = 3
/** Per sentence. */
const MAX_CITES = 2
const MAX_SENTENCE_CHARS = 500
const MAX_TITLE_CHARS = 300

/** Returns the part of a digest that a chat shows: the first statements and figures with their sources. */
export function buildChatDigest(researchId: string, digest: Digest): DigestPart {
  const answer = pickStatements(digest).map(({ text, cites }) => ({
    text: truncate(text, MAX_SENTENCE_CHARS),
    cites: cites.slice(0, MAX_CITES),
  }))
  const figures = firstOfEach(digest.figures)
    .slice(0, MAX_FIGURES)
    .map(({ label, display, cite }) => ({
      label: truncate(label, MAX_TITLE_CHARS),
      display: truncate(display, MAX_TITLE_CHARS),
      cite,
    }))
  const cited = new Set([
    ...answer.flatMap(({ cites }) => cites),
    ...figures.map(({ cite }) => cite),
  ])
  return {
    type: 'digest',
    research_id: researchId,
    title: digest.query,
    answer,
    figures,
    sources: digest.evidence
      .filter(({ n }) => cited.has(n))
      .map(({ n, title, url, source_name }) => ({
        n,
        title: truncate(title, MAX_TITLE_CHARS),
        url,
        source_name,
      })),
    source_count: digest.evidence.length,
    ...(digest.focus === undefined || digest.focus === 'all' ? {} : { focus: digest.focus }),
    label: digest.label,
    is_demo: digest.is_demo,
    made_at: digest.made_at,
  }
}

/** Returns the model's first paragraph, else the answer, else the first sentence of each of the first stories. */
function pickStatements({ prose, answer, stories }: Digest): { text: string; cites: number[] }[] {
  const [paragraph] = prose?.paragraphs ?? []
  if (paragraph !== undefined) {
    return paragraph.slice(0, MAX_SENTENCES).map(({ text, cites }) => ({ text, cites }))
  }
  if (answer !== undefined && answer.kind !== 'none' && answer.sentences.length > 0) {
    return answer.sentences.map(({ text, cite }) => ({ text, cites: [cite] }))
  }
  return stories
    .flatMap(({ sentences: [first] }) => (first === undefined ? [] : [first]))
    .slice(0, MAX_SENTENCES)
    .map(({ text, cite }) => ({ text, cites: [cite] }))
}

const firstOfEach = (figures: readonly Figure[]): Figure[] => {
  const seen = new Set<string>()
  return figures.filter(({ id }) => !seen.has(id) && seen.add(id))
}
