import * as z from 'zod/mini'
import { named } from '#contract/described.ts'

const SourceKind = named(
  'SourceKind',
  z.enum(['market', 'chain', 'status', 'news', 'development', 'social', 'web']),
)
export type SourceKind = z.infer<typeof SourceKind>

/** One source in one research. `skipped` sources do not fit the question or are not configured. */
export const SourceReport = named(
  'SourceReport',
  z.object({
    id: z.string(),
    name: z.string(),
    kind: SourceKind,
    state: z.enum(['waiting', 'asking', 'answered', 'empty', 'failed', 'skipped']),
    items: z.number(),
    duration_ms: z.nullable(z.number()),
    reason: z.nullable(z.string()),
    is_demo: z.boolean(),
    titles: z.optional(z.array(z.string())),
  }),
)
export type SourceReport = z.infer<typeof SourceReport>

/** A document that can be cited by `n`, counted from 1. Every quote and figure is in `text` (4,000 characters). */
const Evidence = named(
  'ResearchEvidence',
  z.object({
    n: z.number(),
    id: z.string(),
    source_id: z.string(),
    source_name: z.string(),
    kind: SourceKind,
    title: z.string(),
    url: z.string(),
    published_at: z.nullable(z.string()),
    retrieved_at: z.string(),
    text: z.string(),
    is_demo: z.boolean(),
    is_instruction: z.optional(z.boolean()),
  }),
)
export type Evidence = z.infer<typeof Evidence>

const FigureUnit = named('FigureUnit', z.enum(['usd', 'sol', 'percent', 'count', 'text']))
export type FigureUnit = z.infer<typeof FigureUnit>

const Figure = named(
  'Figure',
  z.object({
    /** One id per measure of one subject: `price:So111…`. */
    id: z.string(),
    /** `SOL price`, `Liquidity of SOL / USDC on Raydium`. */
    label: z.string(),
    subject: z.string(),
    measure: z.string(),
    unit: FigureUnit,
    value: z.number(),
    raw: z.string(),
    display: z.string(),
    as_of: z.string(),
    source_id: z.string(),
    source_name: z.string(),
    cite: z.number(),
    agreeing: z.number(),
    /** True if it is far from what most sources say. */
    is_outlier: z.optional(z.boolean()),
    previous: z.nullable(z.object({ value: z.number(), display: z.string() })),
  }),
)
export type Figure = z.infer<typeof Figure>

const Series = named(
  'FigureSeries',
  z.object({
    id: z.string(),
    label: z.string(),
    subject: z.string(),
    measure: z.string(),
    unit: FigureUnit,
    points: z.array(z.object({ time: z.number(), value: z.number() })),
    cite: z.number(),
  }),
)
export type Series = z.infer<typeof Series>

/** A verbatim sentence of `evidence[cite].text`. */
const QuotedSentence = named('QuotedSentence', z.object({ text: z.string(), cite: z.number() }))

/** Different numbers for the same subject, or statements of which one denies the other. */
const Disagreement = named(
  'Disagreement',
  z.object({
    subject: z.string(),
    about: z.string(),
    values: z.array(z.object({ text: z.string(), source_name: z.string(), cite: z.number() })),
    spread: z.nullable(z.number()),
  }),
)
export type Disagreement = z.infer<typeof Disagreement>

const Story = named(
  'Story',
  z.object({
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
    is_new: z.boolean(),
  }),
)
export type Story = z.infer<typeof Story>

const TimelineEntry = named(
  'TimelineEntry',
  z.object({
    at: z.string(),
    title: z.string(),
    cite: z.number(),
    story_id: z.nullable(z.string()),
  }),
)
export type TimelineEntry = z.infer<typeof TimelineEntry>

const ProseSentence = named(
  'ProseSentence',
  z.object({
    text: z.string(),
    cites: z.array(z.number()),
    /** False if the cited text supports only a part of it. */
    is_supported: z.boolean(),
  }),
)
export type ProseSentence = z.infer<typeof ProseSentence>

const Prose = named(
  'Prose',
  z.object({
    model: z.string(),
    paragraphs: z.array(z.array(ProseSentence)),
    dropped: z.number(),
    marked: z.number(),
  }),
)
export type Prose = z.infer<typeof Prose>

const Answer = named(
  'ResearchAnswer',
  z.object({
    kind: z.enum(['quotes', 'figures', 'comparison', 'premise', 'none']),
    /** In the product's words: what is not known, or that the question assumes something that is not so. */
    note: z.nullable(z.string()),
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
  }),
)
export type Answer = z.infer<typeof Answer>

const Tally = named('CheckTally', z.object({ checked: z.number(), failed: z.number() }))

export const Digest = named(
  'Digest',
  z.object({
    query: z.string(),
    /** `Quotes only (no AI summary)`, or the author of the prose. */
    label: z.string(),
    engine: z.enum(['extractive', 'model']),
    is_demo: z.boolean(),
    made_at: z.string(),
    plan: z.object({
      subjects: z.array(
        z.object({ kind: z.string(), name: z.string(), mint: z.nullable(z.string()) }),
      ),
      terms: z.array(z.string()),
      from: z.nullable(z.string()),
      to: z.string(),
      window: z.string(),
    }),
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
    checks: z.object({ citations: Tally, sentences: Tally, figures: Tally }),
  }),
)
export type Digest = z.infer<typeof Digest>
