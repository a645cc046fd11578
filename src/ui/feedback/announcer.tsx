import { create } from 'zustand'

const useAnnouncement = create(() => '')

/** Announces a text to screen readers, without interrupting them. */
export const announce = (text: string): void =>
  // Only changes are announced, so a repeated text gets a space at its end.
  useAnnouncement.setState((before) => (before === text ? `${text}\u00A0` : text), true)

/** The page's only live region for `announce`. It must be mounted before its text changes. */
export const Announcer = () => (
  <p aria-live="polite" className="sr-only">
    {useAnnouncement()}
  </p>
)
