import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { listCategories, type StoreApp } from '#contract/apps/apps.ts'
import { StoreCatalog } from '#src/features/app-store/catalog/store-catalog.tsx'
import { PublisherChip } from '#src/features/app-store/catalog/publisher-chip.tsx'
import { StoreFilters } from '#src/features/app-store/catalog/store-filters.tsx'
import {
  NO_FILTER,
  DEFAULT_CATEGORIES,
  withAll,
  type StoreFilter,
} from '#src/features/app-store/catalog/store-list.ts'
import { AppDetail } from '#src/features/app-store/details/app-detail.tsx'
import { AddServerDialog } from '#src/features/app-store/own/add-server-dialog.tsx'
import { getStoreAppPath } from '#src/platform/apps/added-app-definitions.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { ALL_CATEGORIES, appsQuery } from '#src/platform/apps/store-queries.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { useWindowPath } from '#src/platform/windows/use-window-path.ts'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { useInstall, useUninstall } from './use-install.ts'
import { api } from '#src/platform/auth/page-session.ts'

/** Shows one toast for both lists, because only one toast is visible at a time. */
const useFailureToast = (failed: { categories: boolean; apps: boolean }) => {
  useEffect(() => {
    const titles = [
      ...(failed.apps ? ['Failed to load apps data'] : []),
      ...(failed.categories ? ['Failed to load categories'] : []),
    ]
    const [title, description] = titles
    if (title === undefined) return
    showFailure(title, description)
  }, [failed.apps, failed.categories])
}

const STORE_PATH = '/app-store'

const linkTo = (shown: { app?: string; publisher: string | null }): string => {
  const given = new URLSearchParams()
  if (shown.app !== undefined) given.set('app', shown.app)
  if (shown.publisher !== null) given.set('publisher', shown.publisher)
  return given.size === 0 ? STORE_PATH : `${STORE_PATH}?${given.toString()}`
}

/** Returns the app and publisher that the window's address names, and functions to change them. Back undoes each change. */
const useShown = ({ windowId, path: given }: AppBodyProps) => {
  const [path, go] = useWindowPath(windowId, given)
  const named = new URLSearchParams(path.split('?')[1] ?? '')
  const shownId = named.get('app')
  const publisher = named.get('publisher')
  // The app of a link may be in any category.
  const { data } = useQuery({ ...appsQuery(ALL_CATEGORIES), enabled: shownId !== null })
  return {
    shown: data?.app_list.find(({ id }) => id === shownId),
    publisher,
    show: (id: string) => go(linkTo({ app: id, publisher }), { isStep: true }),
    /** Shows an app that is not among those of the publisher. */
    showOther: (id: string) => go(linkTo({ app: id, publisher: null }), { isStep: true }),
    close: () => go(linkTo({ publisher }), { isStep: true }),
    showPublisher: (name: string | null) => go(linkTo({ publisher: name }), { isStep: true }),
  }
}

export const AppStoreWindow = (props: AppBodyProps) => {
  const [filter, setFilter] = useState(NO_FILTER)
  const change = (part: Partial<StoreFilter>) => setFilter((now) => ({ ...now, ...part }))
  const { shown, publisher, show, showOther, close, showPublisher } = useShown(props)
  useWindowTitle(shown?.name ?? null)
  const list = useRef<HTMLDivElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<StoreApp | null>(null)
  const { categories, isError: isWithoutCategories } = useCategories()
  const apps = useQuery(appsQuery(filter.category))
  useFailureToast({ categories: isWithoutCategories, apps: apps.isError })
  // The details have the form for a key.
  const install = useInstall({ onNeedsAccess: (app) => show(app.id) })
  const leavePublisher = () => {
    list.current?.focus({ preventScroll: true })
    showPublisher(null)
  }
  const actions = {
    onInstall: (app: StoreApp) => install.mutate(app),
    onUninstall: setLeaving,
    onOpen: (app: StoreApp) => void openApp(getStoreAppPath(app.id)),
  }

  return (
    <div className="flex h-full flex-col">
      {shown !== undefined && (
        <div className="min-h-0 flex-1 overflow-auto">
          <AppDetail
            key={shown.id}
            app={shown}
            onBack={close}
            onPublisher={(name) => {
              change({ ...NO_FILTER, order: filter.order })
              showPublisher(name)
            }}
            {...actions}
          />
        </div>
      )}
      {/* Hidden instead of removed, so that the list keeps its scroll position. */}
      <div
        ref={list}
        tabIndex={-1}
        hidden={shown !== undefined}
        className="min-h-0 flex-1 overflow-auto outline-none"
      >
        <StoreFilters
          filter={filter}
          categories={categories}
          onChange={change}
          onAdd={() => setIsAdding(true)}
        />
        {publisher !== null && shown === undefined && (
          <PublisherChip key={publisher} publisher={publisher} onRemove={leavePublisher} />
        )}
        <StoreCatalog
          apps={apps}
          filter={filter}
          publisher={publisher}
          onClear={() => {
            change({ text: '', isKeyless: false })
            if (publisher !== null) showPublisher(null)
          }}
          actions={{ ...actions, onDetails: (app) => show(app.id) }}
        />
      </div>
      {isAdding && (
        <AddServerDialog
          onClose={() => setIsAdding(false)}
          onAdded={({ id }) => {
            setIsAdding(false)
            change({ ...NO_FILTER, order: filter.order })
            showOther(id)
          }}
        />
      )}
      {leaving !== null && <UninstallQuestion app={leaving} onEnd={() => setLeaving(null)} />}
    </div>
  )
}

const UninstallQuestion = ({ app, onEnd }: { app: StoreApp; onEnd: () => void }) => {
  const uninstall = useUninstall()
  return (
    <ConfirmDialog
      title={`Uninstall ${app.name}?`}
      description="This will remove the app from your device."
      confirm="Uninstall"
      isBusy={uninstall.isPending}
      onCancel={onEnd}
      onConfirm={() => uninstall.mutate(app, { onSettled: onEnd })}
    />
  )
}

const CATEGORIES_FRESH_MS = 300_000

/** Returns the server's categories, or the default ones until they load. */
const useCategories = () => {
  const { data, isError } = useQuery({
    queryKey: ['app-categories'],
    staleTime: CATEGORIES_FRESH_MS,
    queryFn: ({ signal }) => api.callForData(listCategories, { signal }),
  })
  const categories = useMemo(
    () => withAll(data === undefined || data.length === 0 ? DEFAULT_CATEGORIES : data),
    [data],
  )
  return { categories, isError }
}
