import type { Digest, Evidence, Figure, Story } from '#contract/research/digest.ts'
import { FOCUS_NAMES } from '#contract/research/focus.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { parseWebUrl } from '#server/modules/research/text/canonical-url.ts'

/** Renders the digest as Markdown. Text from sources cannot become markup, a link or a citation. */
export function renderMarkdown(digest: Digest): string {
  const parts = [
    `# ${escapeMarkdown(digest.query)}`,
    `${digest.is_demo ? '**DEMO data: none of this is real.** ' : ''}${escapeMarkdown(digest.label)}. ${digest.focus === undefined || digest.focus === 'all' ? '' : `Searched only: ${FOCUS_NAMES[digest.focus]}. `}${formatTime(digest.made_at)}`,
    ...renderAnswer(digest),
    ...renderProse(digest),
    digest.found.length > 0 ? `Found ${digest.found.map(escapeMarkdown).join(' and ')}.` : '',
    ...section('Stories', digest.stories.map(renderStory).join('\n\n')),
    ...section('Figures', renderFigures(digest.figures)),
    ...section('Disagreements', renderDisagreements(digest)),
    ...section('Timeline', renderTimeline(digest)),
    ...section('Not found', renderList(digest.not_found.map(escapeMarkdown))),
    ...section('Sources', digest.evidence.map(renderSource).join('\n')),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const section = (title: string, body: string): string[] =>
  body === '' ? [] : [`## ${title}`, body]

function renderAnswer({ answer }: Digest): string[] {
  if (answer === undefined) return []
  const table = answer.comparison
  const rows = (table?.rows ?? []).map(
    ({ label, cells }) =>
      `| ${escapeMarkdown(label)} | ${cells.map((cell) => (cell === null ? 'no source' : `${escapeMarkdown(cell.display)} ${citation(cell.cite)}`)).join(' | ')} |`,
  )
  return [
    '## Answer',
    answer.note === null ? '' : escapeMarkdown(answer.note),
    ...answer.sentences.map(({ text, cite }) => `${escapeMarkdown(text)} ${citation(cite)}`),
    table === null
      ? ''
      : [
          `| Measure | ${table.subjects.map(escapeMarkdown).join(' | ')} |`,
          `| --- |${' --- |'.repeat(table.subjects.length)}`,
          ...rows,
        ].join('\n'),
  ]
}

function renderProse({ prose }: Digest): string[] {
  if (prose === null) return []
  const paragraphs = prose.paragraphs.map((sentences) =>
    sentences
      .map(({ text, cites, is_supported: isSupported }) => {
        const mark = isSupported ? '' : ' *(not found in the source)*'
        return `${escapeMarkdown(text)} ${cites.map(citation).join('')}${mark}`.trim()
      })
      .join(' '),
  )
  const dropped = `${pluralize(prose.dropped, 'unsupported sentence')} left out, ${prose.marked} marked.`
  return ['## Summary', ...paragraphs, dropped]
}

function renderFigures(figures: readonly Figure[]): string {
  if (figures.length === 0) return ''
  const rows = figures.map(
    ({ label, display, as_of: asOf, source_name: name, cite }) =>
      `| ${escapeMarkdown(label)} | ${escapeMarkdown(display)} | ${formatTime(asOf)} | ${escapeMarkdown(name)} ${citation(cite)} |`,
  )
  return ['| Measure | Value | As of | Source |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function renderStory(story: Story): string {
  const dates = story.last_at === null ? '' : `, ${formatTime(story.last_at)}`
  return [
    `### ${escapeMarkdown(story.title)} ${citation(story.title_cite)}`,
    `${story.agreement}${dates}${story.is_new ? ', new' : ''}`,
    ...story.sentences.map(({ text, cite }) => `> ${escapeMarkdown(text)} ${citation(cite)}`),
  ].join('\n\n')
}

const renderDisagreements = ({ disagreements }: Digest): string =>
  renderList(
    disagreements.map(
      ({ about, values }) =>
        `${escapeMarkdown(about)}: ${values
          .map(
            ({ text, source_name: name, cite }) =>
              `${escapeMarkdown(text)} (${escapeMarkdown(name)} ${citation(cite)})`,
          )
          .join('; ')}`,
    ),
  )

const renderTimeline = ({ timeline }: Digest): string =>
  renderList(
    timeline.map(
      ({ at, title, cite }) => `${formatTime(at)}: ${escapeMarkdown(title)} ${citation(cite)}`,
    ),
  )

function renderSource({
  n,
  source_name: name,
  title,
  url,
  published_at: at,
  ...rest
}: Evidence): string {
  const warning = rest.is_instruction === true ? ` (${INSTRUCTION_NOTE})` : ''
  const address = parseWebUrl(url)?.href.replaceAll(/[()<>\s]/g, encodeURIComponent) ?? ''
  return `${n}. ${escapeMarkdown(name)}: ${escapeMarkdown(title)}${at === null ? '' : `, ${formatTime(at)}`} <${address}>${warning}`
}

const INSTRUCTION_NOTE = 'contains text that reads like an instruction'

const formatTime = (iso: string): string => iso.replace(/^([\d-]+)T(\d\d:\d\d).*$/, '$1 $2 UTC')

const citation = (n: number): string => `[${n}]`

const renderList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const escapeMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~!]/g, String.raw`\$&`)

const MAX_FIGURES = 8
const MAX_STORIES = 5

/** Renders the first figures and stories with their sources as Markdown for one chat answer. */
export function formatResearch(digest: Digest): string {
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
