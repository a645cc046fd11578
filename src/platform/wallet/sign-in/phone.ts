/** True on mobile devices, where browsers have no extensions and a wallet is a separate app. */
export const isPhone = ({ userAgent, maxTouchPoints }: Navigator = navigator): boolean =>
  /iPhone|iPod|Android.+Mobile/.test(userAgent) ||
  // An iPad reports itself as a Mac with a touch screen.
  /iPad/.test(userAgent) ||
  (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** Returns the link that opens a page inside Phantom's own browser (https://docs.phantom.com/phantom-deeplinks). */
export const buildPhantomLink = (page: URL): string =>
  `https://phantom.app/ul/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
