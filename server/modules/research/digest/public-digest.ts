import type { Digest } from '#contract/research/digest.ts'
import { isOwnSourceId } from '#server/modules/research/sources/own-source.ts'
import { redactSecrets } from '#server/modules/sharing/redact.ts'

/** Returns a digest for visitors, without the owner's other research and without keys of private feeds. */
export const toPublicDigest = (digest: Digest): Digest => ({
  ...digest,
  query: redactSecrets(digest.query).text,
  since: null,
  figures: digest.figures.map((figure) => ({ ...figure, previous: null })),
  stories: digest.stories.map((story) => ({ ...story, is_new: false })),
  evidence: digest.evidence.map((each) =>
    isOwnSourceId(each.source_id) ? { ...each, url: withoutQuery(each.url) } : each,
  ),
})

/** Addresses of private feeds and pages often have a key after the `?`. */
function withoutQuery(address: string): string {
  const url = URL.parse(address)
  return url === null ? '' : `${url.origin}${url.pathname}`
}
