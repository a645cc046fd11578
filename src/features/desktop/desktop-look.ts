/** Hides a part of the desktop during the overview, and on a phone also behind an open window. */
export const BEHIND_WINDOWS =
  'in-data-overview:opacity-0 phone:group-has-[[data-window][data-active]]/desktop:invisible'
