import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { readFeed } from './read-feed.ts'
import { FEED_TYPES, type Source } from './source.ts'

const MAX_REPOSITORIES = 3

/** What a project's developers have published. */
export const githubReleases: Source = {
  id: 'github',
  name: 'GitHub releases',
  kind: 'development',
  rate: { perMinute: 20, burst: 4 },
  freshMs: 600_000,
  requests: ({ subjects }) =>
    [...new Set(subjects.flatMap(({ repositories }) => repositories ?? []))]
      .slice(0, MAX_REPOSITORIES)
      .map((repository) => ({
        url: `https://github.com/${repository}/releases.atom`,
        accept: FEED_TYPES,
      })),
  parse(text, request): Found {
    const repository =
      'url' in request ? /github\.com\/([^/]+\/[^/]+)\/releases/.exec(request.url)?.[1] : undefined
    const documents = readFeed(text).map((release) => ({
      ...release,
      title: repository === undefined ? release.title : `${repository} ${release.title}`,
    }))
    return { ...NOTHING, documents }
  },
}
