import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'
import { isReloadOffered, putOffReload, releaseStore } from '#src/lib/new-release.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { useIsModalOpen } from '#src/ui/overlay/open-modals.ts'

export const NEW_RELEASE_TEXT = 'A new version is ready.'

export const ReloadButton = () => (
  <Button variant="primary" size="sm" onClick={() => window.location.reload()}>
    Reload
  </Button>
)

/** Offers a reload once the server has a newer release than this page, until the user puts it off. Hidden under dialogs. */
export const NewReleaseNotice = () => {
  const isOffered = useStore(releaseStore, isReloadOffered)
  const isModal = useIsModalOpen()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-12 z-110 flex justify-center px-4"
    >
      {isOffered && !isModal && (
        <div className="pointer-events-auto flex items-center gap-4 rounded-lg bg-surface-raised py-2 pr-2 pl-4 text-ink shadow-high ring-1 ring-line">
          <p>{NEW_RELEASE_TEXT}</p>
          <div className="flex items-center gap-1">
            <ReloadButton />
            <IconButton size="sm" label="Not now" icon={<X size={16} />} onClick={putOffReload} />
          </div>
        </div>
      )}
    </div>
  )
}
