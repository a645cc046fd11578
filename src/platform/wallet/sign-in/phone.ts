/** True where the browser cannot have an extension, so that a wallet is an app of its own. */
export const isPhone = ({ userAgent, maxTouchPoints }: Navigator = navigator): boolean =>
  /iPhone|iPod|Android.+Mobile/.test(userAgent) ||
  // An iPad presents itself as a Mac with a touch screen.
  /iPad/.test(userAgent) ||
  (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** Returns the link that opens a page inside Phantom's own browser (https://docs.phantom.com/phantom-deeplinks). */
export const buildPhantomLink = (page: URL): string =>
  `https://phantom.app/ul/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
