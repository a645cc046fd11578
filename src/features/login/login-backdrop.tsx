import { cn } from '#src/lib/cn.ts'

/** Decoration behind the card: two lights and the outlines of a desktop. */
export const LoginBackdrop = () => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0 -z-10 overflow-hidden">
    <div className="absolute inset-0 bg-[radial-gradient(60rem_40rem_at_15%_-10%,color-mix(in_srgb,var(--accent)_14%,transparent),transparent_70%),radial-gradient(50rem_36rem_at_90%_110%,color-mix(in_srgb,var(--accent)_11%,transparent),transparent_70%)]" />
    <GhostWindow className="top-[16%] left-[6%] h-[46%] w-[34%]" rows={5} hasChart />
    <GhostWindow className="right-[7%] bottom-[18%] h-[50%] w-[30%]" rows={9} />
    <GhostDock />
  </div>
)

type GhostWindowProps = { className: string; rows: number; hasChart?: boolean }

const GhostWindow = ({ className, rows, hasChart = false }: GhostWindowProps) => (
  <div
    className={cn(
      'absolute flex flex-col gap-4 overflow-hidden rounded-xl bg-surface/55 p-5 ring-1 ring-line max-lg:hidden',
      className,
    )}
  >
    <div className="flex gap-1.5">
      {[0, 1, 2].map((dot) => (
        <span key={dot} className="size-2.5 rounded-full bg-line" />
      ))}
    </div>
    {hasChart && (
      <svg viewBox="0 0 400 120" fill="none" className="w-full text-accent-ink opacity-40">
        <path
          d="M0 96c34-4 48-30 82-30s46 22 80 16 46-52 84-56 46 26 78 22 50-34 76-40"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        <circle cx="246" cy="26" r="5" fill="currentColor" />
        <circle cx="82" cy="66" r="5" fill="currentColor" />
      </svg>
    )}
    <div className="grid gap-3.5">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <span className="size-6 shrink-0 rounded-full bg-line/80" />
          <span className="h-2 rounded-full bg-line" style={{ width: `${46 - row * 3.5}%` }} />
          <span
            className="ml-auto h-2 rounded-full bg-line/80"
            style={{ width: `${12 + ((row * 7) % 9)}%` }}
          />
        </div>
      ))}
    </div>
  </div>
)

const GhostDock = () => (
  <div className="absolute bottom-6 left-1/2 flex -translate-x-1/2 gap-3 rounded-2xl bg-surface/55 p-3 ring-1 ring-line max-lg:hidden">
    {[0, 1, 2].map((item) => (
      <span key={item} className="size-9 rounded-lg bg-line/80" />
    ))}
  </div>
)
