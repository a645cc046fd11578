import { sharedResearch } from '#contract/research/research-links.ts'
import { DigestView } from '#src/features/research/digest/digest-view.tsx'
import { api } from '#src/platform/auth/page-session.ts'
import { SharedItem } from '#src/platform/sharing/shared-item.tsx'

export const SharedResearch = ({ token }: { token: string }) => {
  return (
    <SharedItem
      token={token}
      noun="digest"
      load={(request) => api.callForData(sharedResearch, request)}
    >
      {(digest) => (
        <div className="@container h-full min-h-0">
          <DigestView digest={digest} top={null} bottom={null} />
        </div>
      )}
    </SharedItem>
  )
}
