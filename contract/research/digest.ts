import * as z from 'zod/mini'
import { named, namedObject } from '#contract/endpoint/described.ts'
import { ResearchFocus } from './focus.ts'

const SourceKind = named(
  'SourceKind',
  z.enum(['market', 'chain', 'status', 'news', 'development', 'social', 'web']),
)
export type SourceKind = z.infer<typeof SourceKind>

/** One source in one research. `skipped` sources do not fit the question or are not configured. */
export const SourceReport = namedObject('SourceReport', {
  id: z.string(),
  name: z.string(),
  kind: SourceKind,
  state: z.enum(['waiting', 'asking', 'answered', 'empty', 'failed', 'skipped']),
  /** Number of documents and figures on the question. */
  items: z.number(),
  duration_ms: z.nullable(z.number()),
  /** Why it failed or was skipped, in words for people. */
  reason: z.nullable(z.string()),
  is_demo: z.boolean(),
  /** Its first reports on the question, while the research runs. */
  titles: z.optional(z.array(z.string())),
})
export type SourceReport = z.infer<typeof SourceReport>

/** A document that can be cited by `n`, counted from 1. Every quote and figure is in `text` (4,000 characters). */
const Evidence = namedObject('ResearchEvidence', {
  n: z.number(),
  id: z.string(),
  source_id: z.string(),
  source_name: z.string(),
  kind: SourceKind,
  title: z.string(),
  url: z.string(),
  /** ISO 8601; null if unknown or impossible. */
  published_at: z.nullable(z.string()),
  retrieved_at: z.string(),
  text: z.string(),
  is_demo: z.boolean(),
  /** True if a part of it reads like an instruction to a program. */
  is_instruction: z.optional(z.boolean()),
})
export type Evidence = z.infer<typeof Evidence>

const FigureUnit = named('FigureUnit', z.enum(['usd', 'sol', 'percent', 'count', 'text']))
export type FigureUnit = z.infer<typeof FigureUnit>

/** A number from one source. */
const Figure = namedObject('Figure', {
  /** One id per measure of one subject: `price:So111…`. */
  id: z.string(),
  /** `SOL price`, `Liquidity of SOL / USDC on Raydium`. */
  label: z.string(),
  subject: z.string(),
  measure: z.string(),
  unit: FigureUnit,
  value: z.number(),
  /** The characters in the evidence. */
  raw: z.string(),
  /** Formatted for people: `$100.17`, `$12.46M`. */
  display: z.string(),
  /** ISO 8601. */
  as_of: z.string(),
  source_id: z.string(),
  source_name: z.string(),
  cite: z.number(),
  /** Number of sources with about the same figure, including this one. */
  agreeing: z.number(),
  /** True if it is far from what most sources say. */
  is_outlier: z.optional(z.boolean()),
  /** From the topic's previous research; null if there is none. */
  previous: z.nullable(z.object({ value: z.number(), display: z.string() })),
})
export type Figure = z.infer<typeof Figure>

/** Values over time, oldest first. Times are Unix seconds. */
const Series = namedObject('FigureSeries', {
  id: z.string(),
  label: z.string(),
  subject: z.string(),
  measure: z.string(),
  unit: FigureUnit,
  points: z.array(z.object({ time: z.number(), value: z.number() })),
  cite: z.number(),
})
export type Series = z.infer<typeof Series>

/** A verbatim sentence of `evidence[cite].text`. */
const QuotedSentence = namedObject('QuotedSentence', { text: z.string(), cite: z.number() })

/** Different numbers for the same subject, or statements of which one denies the other. */
const Disagreement = namedObject('Disagreement', {
  subject: z.string(),
  about: z.string(),
  values: z.array(z.object({ text: z.string(), source_name: z.string(), cite: z.number() })),
  /** Largest ÷ smallest value − 1; null for statements and if the smallest is not above 0. */
  spread: z.nullable(z.number()),
})
export type Disagreement = z.infer<typeof Disagreement>

/** Reports of one event. */
const Story = namedObject('Story', {
  id: z.string(),
  title: z.string(),
  title_cite: z.number(),
  sentences: z.array(QuotedSentence),
  cites: z.array(z.number()),
  source_ids: z.array(z.string()),
  source_count: z.number(),
  /** Near copies of one text count once. */
  report_count: z.optional(z.number()),
  /** `3 sources agree` (on a figure), `Reported by 3 sources`, `1 source`. */
  agreement: z.string(),
  /** Null if nothing in the reports contradicts. */
  disagreement: z.optional(z.nullable(Disagreement)),
  first_at: z.nullable(z.string()),
  last_at: z.nullable(z.string()),
  score: z.number(),
  /** True if the topic's previous research lacked one of its documents; false outside a topic. */
  is_new: z.boolean(),
})
export type Story = z.infer<typeof Story>

const TimelineEntry = namedObject('TimelineEntry', {
  at: z.string(),
  title: z.string(),
  cite: z.number(),
  story_id: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

const ProseSentence = namedObject('ProseSentence', {
  text: z.string(),
  cites: z.array(z.number()),
  /** False if the cited text supports only a part of it. */
  is_supported: z.boolean(),
})
export type ProseSentence = z.infer<typeof ProseSentence>

/** A model's text after each sentence was checked against its sources. */
const Prose = namedObject('Prose', {
  model: z.string(),
  paragraphs: z.array(z.array(ProseSentence)),
  /** Number of sentences left out, because a figure, name or citation is not in the evidence. */
  dropped: z.number(),
  /** Number of sentences with `is_supported: false`. */
  marked: z.number(),
})
export type Prose = z.infer<typeof Prose>

/** The answer to the question, above everything else. */
const Answer = namedObject('ResearchAnswer', {
  kind: z.enum(['quotes', 'figures', 'comparison', 'premise', 'none']),
  /** The product's remark: what is unknown, or a wrong assumption in the question. */
  note: z.nullable(z.string()),
  /** At most three. A quote is verbatim in the evidence; a figure is one of `figures`. */
  sentences: z.array(z.object({ text: z.string(), cite: z.number(), is_quote: z.boolean() })),
  /** Figures of several subjects side by side; a cell is null if no source has it. */
  comparison: z.nullable(
    z.object({
      subjects: z.array(z.string()),
      rows: z.array(
        z.object({
          label: z.string(),
          cells: z.array(z.nullable(z.object({ display: z.string(), cite: z.number() }))),
        }),
      ),
    }),
  ),
  source_count: z.number(),
})
export type Answer = z.infer<typeof Answer>

const Tally = namedObject('CheckTally', { checked: z.number(), failed: z.number() })

export const Digest = namedObject('Digest', {
  query: z.string(),
  /** Where the research looked. Absent: everywhere. */
  focus: z.optional(ResearchFocus),
  /** `Quotes only (no AI summary)`, or the author of the prose. */
  label: z.string(),
  engine: z.enum(['extractive', 'model']),
  is_demo: z.boolean(),
  made_at: z.string(),
  /** How the question was understood. `from` is null if it names no time; `window` says the time in words. */
  plan: z.object({
    subjects: z.array(
      z.object({ kind: z.string(), name: z.string(), mint: z.nullable(z.string()) }),
    ),
    terms: z.array(z.string()),
    from: z.nullable(z.string()),
    to: z.string(),
    window: z.string(),
  }),
  /** Absent in digests of earlier versions. */
  answer: z.optional(Answer),
  found: z.array(z.string()),
  not_found: z.array(z.string()),
  figures: z.array(Figure),
  series: z.array(Series),
  stories: z.array(Story),
  disagreements: z.array(Disagreement),
  timeline: z.array(TimelineEntry),
  prose: z.nullable(Prose),
  sources: z.array(SourceReport),
  evidence: z.array(Evidence),
  follow_ups: z.array(z.string()),
  /** Changes since the topic's last research; null without one. */
  since: z.nullable(
    z.object({
      research_id: z.string(),
      at: z.string(),
      new_stories: z.number(),
      changed_figures: z.number(),
    }),
  ),
  /** Results of the final check. Items that fail it are not in the digest. */
  checks: z.object({ citations: Tally, sentences: Tally, figures: Tally }),
})
export type Digest = z.infer<typeof Digest>
