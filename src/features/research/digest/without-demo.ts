import type { Digest } from '#contract/research/digest.ts'

const plainTitle = (title: string): string => title.replace(/^(?:\[?DEMO\]?:?\s*)+/, '')
const plainName = (name: string): string => name.replace(/\s*\(DEMO\)$/, '')

/** Removes the mark DEMO from titles and names. The digest shows it once, at the top. */
export const removeDemo = (digest: Digest): Digest =>
  digest.is_demo
    ? {
        ...digest,
        evidence: digest.evidence.map((each) => ({
          ...each,
          title: plainTitle(plainName(each.title)).replace(' (DEMO):', ':'),
          source_name: plainName(each.source_name),
        })),
        figures: digest.figures.map((each) => ({
          ...each,
          source_name: plainName(each.source_name),
        })),
        stories: digest.stories.map((each) => ({
          ...each,
          title: plainTitle(each.title),
          ...(each.disagreement ? { disagreement: plainValues(each.disagreement) } : {}),
        })),
        disagreements: digest.disagreements.map(plainValues),
        timeline: digest.timeline.map((each) => ({ ...each, title: plainTitle(each.title) })),
        sources: digest.sources.map((each) => ({ ...each, name: plainName(each.name) })),
        not_found: digest.not_found.map((text) => text.replace(' (DEMO)', '')),
      }
    : digest

const plainValues = (all: Digest['disagreements'][number]): Digest['disagreements'][number] => ({
  ...all,
  about: plainTitle(all.about),
  values: all.values.map((value) => ({
    ...value,
    text: plainTitle(value.text),
    source_name: plainName(value.source_name),
  })),
})
