import { lamportsToSol } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { getTimeZone } from '#src/lib/dates.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { useProductName } from '#src/platform/config/raw-config.ts'
import { Logo } from '#src/ui/icons/logo.tsx'
import { Fact } from './developer-section.tsx'
import { SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

/** Returns the version that the build sets; unknown where nothing was built. */
const getVersion = (): string => {
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
            {texts.about.version} {getVersion()}
          </p>
        </div>
      </div>
      <dl className="divide-y pt-3">
        {lamports !== null && (
          <Fact name={texts.about.point}>
            {texts.about.sol(
              formatNumber(lamportsToSol(BigInt(lamports)), { maximumFractionDigits: 9 }),
            )}
          </Fact>
        )}
        <Fact name={texts.about.language}>{navigator.language}</Fact>
        <Fact name={texts.about.zone}>{getTimeZone()}</Fact>
      </dl>
    </SettingRows>
  )
}
