/** A spinning ring. Pass a `label` if nothing else on the page says what is loading. */
export const Spinner = ({ sizePx = 16, label }: { sizePx?: number; label?: string }) => (
  <span role={label === undefined ? undefined : 'status'} className="inline-flex">
    <svg
      width={sizePx}
      height={sizePx}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className="animate-spin"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity=".2" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
    {label !== undefined && <span className="sr-only">{label}</span>}
  </span>
)
