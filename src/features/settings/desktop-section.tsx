import { useMutation } from '@tanstack/react-query'
import { setDesktopSync } from '#src/platform/desktop-sync/start-sync.ts'
import { useIsSyncOn, useSyncProblem } from '#src/platform/desktop-sync/sync-store.ts'
import { useBuiltInApps } from '#src/platform/apps/app-registry-store.ts'
import { desktopIcons, useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { useShownWidgets, widgets, WIDGETS } from '#src/platform/apps/widgets-store.ts'
import { useIsPhone } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { SectionTitlesSwitch } from '#src/features/settings/appearance/desktop-look.tsx'
import { SettingRow, SettingRows, SwitchRow } from './setting-row.tsx'
import { texts } from './texts.ts'

const ResetIcons = () => {
  const { names, order, removed } = useDesktopIcons()
  const isAsDelivered = Object.keys(names).length + order.length + removed.length === 0
  return (
    <SettingRow
      title={texts.icons.title}
      description={isAsDelivered ? texts.icons.asDelivered : texts.icons.changed}
      control={
        <Button
          disabled={isAsDelivered}
          onClick={() => {
            desktopIcons.reset()
            showToast({ title: texts.icons.resetDone })
          }}
        >
          {texts.icons.reset}
        </Button>
      }
    />
  )
}

const RemovedIcons = () => {
  const { names, removed } = useDesktopIcons()
  const apps = useBuiltInApps().filter(({ path }) => removed.includes(path))
  if (apps.length === 0) return null
  return (
    <div className="py-4 last:pb-0">
      <p className="mb-2 text-ui text-ink-muted">{texts.icons.removed(apps.length)}</p>
      <ul className="grid gap-1">
        {apps.map(({ path, title, icon }) => {
          const name = names[path] ?? title
          return (
            <li key={path} className="flex items-center gap-3">
              <AppIcon icon={icon} sizePx={28} />
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
              <Button
                size="sm"
                aria-label={texts.icons.restoreOf(name)}
                onClick={() => {
                  desktopIcons.bringBack(path)
                  showToast({ title: texts.icons.restored(name) })
                }}
              >
                {texts.icons.restore}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const SyncSwitch = () => {
  const isOn = useIsSyncOn()
  const problem = useSyncProblem()
  const choose = useMutation({
    mutationFn: setDesktopSync,
    onError: ({ message }) => showFailure(texts.sync.failed, message),
  })
  const troubles = { failed: texts.sync.offline, tooLarge: texts.sync.tooLarge }
  return (
    <SwitchRow
      title={texts.sync.title}
      description={isOn && problem !== null ? troubles[problem] : texts.sync.hint}
      isOn={isOn}
      isDisabled={choose.isPending}
      onChange={choose.mutate}
    />
  )
}

/** A phone has no room for widgets. */
const WidgetSwitches = () => {
  const shown = useShownWidgets()
  if (useIsPhone()) return null
  return WIDGETS.map((widget) => (
    <SwitchRow
      key={widget}
      title={texts.widgets[widget].title}
      description={texts.widgets[widget].hint}
      isOn={shown.includes(widget)}
      onChange={() => widgets.toggle(widget)}
    />
  ))
}

export const DesktopSection = () => (
  <SettingRows>
    <SyncSwitch />
    <SectionTitlesSwitch />
    <WidgetSwitches />
    <ResetIcons />
    <RemovedIcons />
  </SettingRows>
)
