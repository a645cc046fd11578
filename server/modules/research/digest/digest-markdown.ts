import type { Digest, Evidence, Figure, Story } from '#contract/research/digest.ts'
import { webUrl } from '#server/modules/research/text/canonical-url.ts'

/** Renders the digest as Markdown. Text from sources cannot become markup, a link or a citation. */
export function renderMarkdown(digest: Digest): string {
  const parts = [
    `# ${plain(digest.query)}`,
    `${digest.is_demo ? '**DEMO data: none of this is real.** ' : ''}${plain(digest.label)}. ${timeOf(digest.made_at)}`,
    ...answerOf(digest),
    ...proseOf(digest),
    digest.found.length > 0 ? `Found ${digest.found.map(plain).join(' and ')}.` : '',
    ...section('Stories', digest.stories.map(storyOf).join('\n\n')),
    ...section('Figures', figureTable(digest.figures)),
    ...section('Disagreements', disagreementsOf(digest)),
    ...section('Timeline', timelineOf(digest)),
    ...section('Not found', listOf(digest.not_found.map(plain))),
    ...section('Sources', digest.evidence.map(sourceOf).join('\n')),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const section = (title: string, body: string): string[] =>
  body === '' ? [] : [`## ${title}`, body]

function answerOf({ answer }: Digest): string[] {
  if (answer === undefined) return []
  const table = answer.comparison
  const rows = (table?.rows ?? []).map(
    ({ label, cells }) =>
      `| ${plain(label)} | ${cells.map((cell) => (cell === null ? 'no source' : `${plain(cell.display)} ${citation(cell.cite)}`)).join(' | ')} |`,
  )
  return [
    '## Answer',
    answer.note === null ? '' : plain(answer.note),
    ...answer.sentences.map(({ text, cite }) => `${plain(text)} ${citation(cite)}`),
    table === null
      ? ''
      : [
          `| Measure | ${table.subjects.map(plain).join(' | ')} |`,
          `| --- |${' --- |'.repeat(table.subjects.length)}`,
          ...rows,
        ].join('\n'),
  ]
}

function proseOf({ prose }: Digest): string[] {
  if (prose === null) return []
  const paragraphs = prose.paragraphs.map((sentences) =>
    sentences
      .map(({ text, cites, is_supported: isSupported }) => {
        const mark = isSupported ? '' : ' *(not found in the source)*'
        return `${plain(text)} ${cites.map(citation).join('')}${mark}`.trim()
      })
      .join(' '),
  )
  const dropped = `${prose.dropped} unsupported ${prose.dropped === 1 ? 'sentence' : 'sentences'} left out, ${prose.marked} marked.`
  return ['## Summary', ...paragraphs, dropped]
}

function figureTable(figures: readonly Figure[]): string {
  if (figures.length === 0) return ''
  const rows = figures.map(
    ({ label, display, as_of: asOf, source_name: name, cite }) =>
      `| ${plain(label)} | ${plain(display)} | ${timeOf(asOf)} | ${plain(name)} ${citation(cite)} |`,
  )
  return ['| Measure | Value | As of | Source |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function storyOf(story: Story): string {
  const dates = story.last_at === null ? '' : `, ${timeOf(story.last_at)}`
  return [
    `### ${plain(story.title)} ${citation(story.title_cite)}`,
    `${story.agreement}${dates}${story.is_new ? ', new' : ''}`,
    ...story.sentences.map(({ text, cite }) => `> ${plain(text)} ${citation(cite)}`),
  ].join('\n\n')
}

const disagreementsOf = ({ disagreements }: Digest): string =>
  listOf(
    disagreements.map(
      ({ about, values }) =>
        `${plain(about)}: ${values
          .map(
            ({ text, source_name: name, cite }) =>
              `${plain(text)} (${plain(name)} ${citation(cite)})`,
          )
          .join('; ')}`,
    ),
  )

const timelineOf = ({ timeline }: Digest): string =>
  listOf(timeline.map(({ at, title, cite }) => `${timeOf(at)}: ${plain(title)} ${citation(cite)}`))

function sourceOf({ n, source_name: name, title, url, published_at: at }: Evidence): string {
  const address = webUrl(url)?.href.replaceAll(/[()<>\s]/g, encodeURIComponent) ?? ''
  return `${n}. ${plain(name)}: ${plain(title)}${at === null ? '' : `, ${timeOf(at)}`} <${address}>`
}

/** `2026-11-20 12:00 UTC` */
const timeOf = (iso: string): string => iso.replace(/^([\d-]+)T(\d\d:\d\d).*$/, '$1 $2 UTC')

const citation = (n: number): string => `[${n}]`

const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~!]/g, String.raw`\$&`)

const MAX_FIGURES = 8
const MAX_STORIES = 5

/** Renders the first figures and stories with their sources, as one chat answer. */
export function researchText(digest: Digest): string {
  const figures = digest.figures.slice(0, MAX_FIGURES)
  const stories = digest.stories.slice(0, MAX_STORIES)
  const cited = new Set([
    ...figures.map(({ cite }) => cite),
    ...stories.flatMap(({ title_cite: title, sentences }) => [
      title,
      ...sentences.map(({ cite }) => cite),
    ]),
    ...(digest.prose?.paragraphs.flat().flatMap(({ cites }) => cites) ?? []),
    ...(digest.answer?.sentences ?? []).map(({ cite }) => cite),
    ...(digest.answer?.comparison?.rows ?? []).flatMap(({ cells }) =>
      cells.flatMap((cell) => cell?.cite ?? []),
    ),
    ...digest.disagreements.flatMap(({ values }) => values.map(({ cite }) => cite)),
  ])
  const evidence = digest.evidence.filter(({ n }) => cited.has(n))
  const short = renderMarkdown({ ...digest, figures, stories, evidence, timeline: [] })
  return `${short}\nOpen **Research** for the sources of every statement.`
}
