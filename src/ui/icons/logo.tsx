type LogoProps = { sizePx: number }

/** The logo of public/icon.svg, inline to save a request before the first frame. */
export const Logo = ({ sizePx }: LogoProps) => (
  <svg aria-hidden="true" className="logo" viewBox="0 0 48 48" width={sizePx} height={sizePx}>
    <rect x="10" y="13" width="20" height="16" rx="4" fill="#fff" fillOpacity=".45" />
    <rect x="18" y="19" width="20" height="16" rx="4" fill="#fff" />
    <rect x="18" y="19" width="20" height="5" rx="2.5" fill="#c7c3ff" />
  </svg>
)
