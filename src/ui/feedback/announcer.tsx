import { create } from 'zustand'

const useAnnouncement = create(() => '')

/** Lets a screen reader say a text when it has finished what it is saying. */
export const announce = (text: string): void =>
  // A text is spoken when it changes: the same one again gets a blank at its end.
  useAnnouncement.setState((before) => (before === text ? `${text}\u00A0` : text), true)

/** The one place on the page whose text is spoken. It has to exist before its text changes. */
export const Announcer = () => (
  <p aria-live="polite" className="sr-only">
    {useAnnouncement()}
  </p>
)
