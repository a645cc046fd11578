import { formatNumber } from '#contract/numbers.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { useProductName } from '#src/platform/config/server-facts.ts'
import { Logo } from '#src/ui/icons/logo.tsx'
import { Fact } from './developer-section.tsx'
import { SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

const LAMPORTS_PER_SOL = 1_000_000_000

/** Given by the build; absent where nothing was built. */
const version = (): string => {
  const given: unknown = import.meta.env['VITE_APP_VERSION']
  return typeof given === 'string' ? given : texts.about.unknown
}

export const AboutSection = () => {
  const name = useProductName()
  const lamports = useConfig()?.point_lamports ?? null
  return (
    <SettingRows>
      <div className="flex items-center gap-4 pb-4">
        <Logo sizePx={48} />
        <div>
          <p className="text-base font-semibold">{name}</p>
          <p className="text-ui text-ink-muted">
            {texts.about.version} {version()}
          </p>
        </div>
      </div>
      <dl className="divide-y pt-3">
        {lamports !== null && (
          <Fact name={texts.about.point}>
            {texts.about.sol(
              formatNumber(lamports / LAMPORTS_PER_SOL, { maximumFractionDigits: 9 }),
            )}
          </Fact>
        )}
        <Fact name={texts.about.language}>{navigator.language}</Fact>
        <Fact name={texts.about.zone}>{new Intl.DateTimeFormat().resolvedOptions().timeZone}</Fact>
      </dl>
    </SettingRows>
  )
}
