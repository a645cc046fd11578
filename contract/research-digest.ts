import * as z from 'zod/mini'
import { named } from './named.ts'

/** What a source tells of. */
const SourceKind = named(
  'SourceKind',
  z.enum(['market', 'chain', 'status', 'news', 'development', 'social']),
)
export type SourceKind = z.infer<typeof SourceKind>

/** One source in one research. `skipped`: it has nothing to do with the question, or is not set up. */
export const SourceReport = named(
  'SourceReport',
  z.object({
    id: z.string(),
    name: z.string(),
    kind: SourceKind,
    state: z.enum(['waiting', 'asking', 'answered', 'empty', 'failed', 'skipped']),
    /** Documents and figures that it gave. */
    items: z.number(),
    duration_ms: z.nullable(z.number()),
    /** Why it failed or was skipped, for people. */
    reason: z.nullable(z.string()),
    /** Scripted answers that look like this source's; nothing of it is real. */
    is_demo: z.boolean(),
  }),
)
export type SourceReport = z.infer<typeof SourceReport>

/**
 * One thing that was fetched and may be cited. `n` counts from 1 and is what every `cite` and `cites` refers to; `text`
 * is what was read from it (at most 4,000 characters), and every quoted sentence and every figure stands in it.
 */
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
    /** ISO 8601; null when the source does not say, or says something impossible. */
    published_at: z.nullable(z.string()),
    retrieved_at: z.string(),
    text: z.string(),
    is_demo: z.boolean(),
  }),
)
export type Evidence = z.infer<typeof Evidence>

const FigureUnit = named('FigureUnit', z.enum(['usd', 'sol', 'percent', 'count', 'text']))
export type FigureUnit = z.infer<typeof FigureUnit>

/** A number as a source gave it. */
const Figure = named(
  'Figure',
  z.object({
    /** The same for the same measure of the same thing: `price:So111…`. */
    id: z.string(),
    /** `SOL price`, `Liquidity of SOL / USDC on Raydium`. */
    label: z.string(),
    /** What it is of: a ticker, a project, a pool. */
    subject: z.string(),
    /** `price`, `volume_24h`, `tvl`, … */
    measure: z.string(),
    unit: FigureUnit,
    value: z.number(),
    /** The characters that stand in the evidence. */
    raw: z.string(),
    /** For people: `$100.17`, `$12.46M`. */
    display: z.string(),
    /** When it was true, ISO 8601. */
    as_of: z.string(),
    source_id: z.string(),
    source_name: z.string(),
    cite: z.number(),
    /** Several sources gave this measure and agree within a few percent: how many, this one included. */
    agreeing: z.number(),
    /** In the topic's last research; null outside a topic and for what is new. */
    previous: z.nullable(z.object({ value: z.number(), display: z.string() })),
  }),
)
export type Figure = z.infer<typeof Figure>

/** A line over time that a source gave; points oldest first, time in unix seconds. */
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

/** A sentence copied letter by letter from `evidence[cite].text`. */
const QuotedSentence = named('QuotedSentence', z.object({ text: z.string(), cite: z.number() }))
export type QuotedSentence = z.infer<typeof QuotedSentence>

/** Reports of one event. */
const Story = named(
  'Story',
  z.object({
    id: z.string(),
    title: z.string(),
    /** Where the title stands. */
    title_cite: z.number(),
    sentences: z.array(QuotedSentence),
    /** Every document of the story, best first. */
    cites: z.array(z.number()),
    source_ids: z.array(z.string()),
    source_count: z.number(),
    /** `3 sources agree`, `1 source`. */
    agreement: z.string(),
    first_at: z.nullable(z.string()),
    last_at: z.nullable(z.string()),
    score: z.number(),
    /** Not in the topic's last research; false outside a topic. */
    is_new: z.boolean(),
  }),
)
export type Story = z.infer<typeof Story>

/** Different numbers for the same thing. */
const Disagreement = named(
  'Disagreement',
  z.object({
    subject: z.string(),
    /** `SOL price`, or the story's title. */
    about: z.string(),
    values: z.array(z.object({ text: z.string(), source_name: z.string(), cite: z.number() })),
    /** Largest over smallest less one; null where numbers cannot be compared so. */
    spread: z.nullable(z.number()),
  }),
)
export type Disagreement = z.infer<typeof Disagreement>

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
    /** False: kept and marked, because the cited text does not carry all of it. */
    is_supported: z.boolean(),
  }),
)
export type ProseSentence = z.infer<typeof ProseSentence>

/** What a model wrote from the evidence, after the check. */
const Prose = named(
  'Prose',
  z.object({
    model: z.string(),
    paragraphs: z.array(z.array(ProseSentence)),
    /** Sentences left out: a figure, a name or a citation in them is not in the evidence. */
    dropped: z.number(),
    /** Sentences kept with a mark. */
    marked: z.number(),
  }),
)
export type Prose = z.infer<typeof Prose>

const Tally = named('CheckTally', z.object({ checked: z.number(), failed: z.number() }))

export const Digest = named(
  'Digest',
  z.object({
    query: z.string(),
    /** `Quotes only (no AI summary)`, or who wrote the prose. */
    label: z.string(),
    engine: z.enum(['extractive', 'model']),
    is_demo: z.boolean(),
    made_at: z.string(),
    /** What was understood of the question. */
    plan: z.object({
      subjects: z.array(
        z.object({ kind: z.string(), name: z.string(), mint: z.nullable(z.string()) }),
      ),
      terms: z.array(z.string()),
      from: z.nullable(z.string()),
      to: z.string(),
      window: z.string(),
    }),
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
    /** Compared with the topic's last research; null outside a topic or at its first. */
    since: z.nullable(
      z.object({
        research_id: z.string(),
        at: z.string(),
        new_stories: z.number(),
        changed_figures: z.number(),
      }),
    ),
    /** Made on every run; what failed has been taken out. */
    checks: z.object({ citations: Tally, sentences: Tally, figures: Tally }),
  }),
)
export type Digest = z.infer<typeof Digest>
