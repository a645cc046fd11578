import { useQuery } from '@tanstack/react-query'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { listCategories } from '#contract/apps/apps.ts'
import type { StoreApp } from '#contract/apps/apps.ts'
import { pathOfApp } from '#src/platform/apps/added-app-definitions.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { ALL_CATEGORIES, appsQuery } from '#src/platform/apps/store-queries.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { AddServerDialog } from './add-server-dialog.tsx'
import { AppCard } from './app-card.tsx'
import { AppDetail } from './app-detail.tsx'
import { serversQuery } from './app-query.ts'
import { CategoryChips } from './category-chips.tsx'
import {
  DEFAULT_CATEGORIES,
  partsOf,
  searchApps,
  sortApps,
  withAll,
  type StoreOrder,
} from './store-list.ts'
import { FoldedSection, StoreSection } from './store-sections.tsx'
import { UninstallQuestion } from './uninstall-question.tsx'
import {
  asksForAccess,
  reasonOf,
  useInstall,
  useInstallStates,
  useUninstall,
} from './use-install.ts'
import './app-store.css'

const ORDERS: readonly { value: StoreOrder; label: string }[] = [
  { value: 'recommended', label: 'Recommended' },
  { value: 'name', label: 'By name' },
  { value: 'popular', label: 'Most installed' },
]
const orderOf = (value: string): StoreOrder =>
  ORDERS.find((each) => each.value === value)?.value ?? 'recommended'

const CATEGORIES_FRESH_MS = 300_000

const useCategories = () => {
  const query = useQuery({
    queryKey: ['app-categories'],
    staleTime: CATEGORIES_FRESH_MS,
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listCategories, { signal, reportedBy: 'caller' })
      return data
    },
  })
  const categories = useMemo(
    () =>
      withAll(
        query.data === undefined || query.data.length === 0 ? DEFAULT_CATEGORIES : query.data,
      ),
    [query.data],
  )
  return { categories, isError: query.isError }
}

/** One toast at a time: when both lists fail, it names both. */
const useFailureToast = (failed: { categories: boolean; apps: boolean }) => {
  useEffect(() => {
    const titles = [
      ...(failed.apps ? ['Failed to load apps data'] : []),
      ...(failed.categories ? ['Failed to load categories'] : []),
    ]
    const [title, description] = titles
    if (title === undefined) return
    showToast({ title, ...(description === undefined ? {} : { description }), tone: 'destructive' })
  }, [failed.apps, failed.categories])
}

const STORE_PATH = '/app-store'

/** Returns the app that a link to the store names. */
const linkedApp = (path: string): string | null =>
  new URLSearchParams(path.split('?')[1] ?? '').get('app')

export const AppStoreWindow = ({ windowId, path }: AppBodyProps) => {
  const [category, setCategory] = useState(ALL_CATEGORIES)
  const [text, setText] = useState('')
  const searched = useDeferredValue(text)
  const [shownId, setShownId] = useState(() => linkedApp(path))
  const [followed, setFollowed] = useState(path)
  const [order, setOrder] = useState<StoreOrder>('recommended')
  const [isKeyless, setIsKeyless] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<StoreApp | null>(null)
  const { categories, isError: isWithoutCategories } = useCategories()
  const apps = useQuery(appsQuery(category))
  // Cards can do without: when this list fails, they show no connection.
  const { data: servers = [] } = useQuery(serversQuery())
  // What is asked for can be given in the details.
  const install = useInstall({ onNeedsAccess: (app) => setShownId(app.id) })
  const installs = useInstallStates()
  const uninstall = useUninstall()
  useFailureToast({ categories: isWithoutCategories, apps: apps.isError })
  if (followed !== path) {
    setFollowed(path)
    const linked = linkedApp(path)
    if (linked !== null) {
      setCategory(ALL_CATEGORIES)
      setShownId(linked)
    }
  }
  const close = () => {
    setShownId(null)
    // So that the same link opens the app again.
    if (path !== STORE_PATH) windows.setPath(windowId, STORE_PATH)
  }

  const list = apps.data?.app_list ?? []
  const hasOwn = useConfig()?.user_apps !== false
  const keyless = isKeyless ? list.filter(({ needs_key: needsKey }) => needsKey !== true) : list
  const sorted = sortApps(keyless, order)
  const found = searched.trim() === '' ? sorted : searchApps(sorted, searched)
  const isBrowsing = searched.trim() === '' && !isKeyless
  const { own, featured, usable, pending, rejected } = partsOf(found, { isBrowsing })
  const shown = list.find(({ id }) => id === shownId)
  const actions = {
    onInstall: (app: StoreApp) => install.mutate(app),
    onUninstall: setLeaving,
    onOpen: (app: StoreApp) => void openApp(pathOfApp(app.id)),
  }
  const isInstalling = (app: StoreApp) => installs.get(app.id)?.isInstalling === true
  const shownError = shown === undefined ? null : (installs.get(shown.id)?.error ?? null)

  const cards = (apps: readonly StoreApp[], label: string) => (
    <ul className="store-grid" aria-label={label}>
      {apps.map((app) => (
        <AppCard
          key={app.id}
          app={app}
          server={servers.find(({ id }) => id === app.id)}
          isInstalling={isInstalling(app)}
          onDetails={() => setShownId(app.id)}
          {...actions}
        />
      ))}
    </ul>
  )

  return (
    <div className="flex h-full flex-col">
      {shown !== undefined && (
        <div className="min-h-0 flex-1 overflow-auto">
          <AppDetail
            key={shown.id}
            app={shown}
            isInstalling={isInstalling(shown)}
            installFailure={
              shownError === null
                ? null
                : {
                    text: reasonOf(shownError) ?? 'The server did not say why.',
                    isAboutAccess: asksForAccess(shownError),
                  }
            }
            onBack={close}
            {...actions}
          />
        </div>
      )}
      {/* Hidden instead of removed, so that the list keeps its scroll position. */}
      <div hidden={shown !== undefined} className="min-h-0 flex-1 overflow-auto">
        <div className="sticky top-0 z-2 grid gap-3 border-b bg-surface/97 px-5 pt-4 pb-3 max-sm:px-4">
          <SearchField
            label="Search apps"
            placeholder="Search apps by name, purpose or publisher"
            maxLength={100}
            value={text}
            onChange={setText}
          />
          <CategoryChips categories={categories} chosen={category} onChoose={setCategory} />
        </div>
        <div className="flex flex-wrap items-center gap-2 px-5 pt-4 max-sm:px-4">
          <Select
            aria-label="Sort apps"
            className="w-40"
            options={ORDERS}
            value={order}
            onChange={({ target: { value } }) => setOrder(orderOf(value))}
          />
          <Button
            variant="toggle"
            aria-pressed={isKeyless}
            onClick={() => setIsKeyless(!isKeyless)}
          >
            Works without a key
          </Button>
          {hasOwn && (
            <Button
              className="ml-auto max-sm:ml-0"
              icon={<Plus size={15} aria-hidden="true" />}
              onClick={() => setIsAdding(true)}
            >
              Add your own
            </Button>
          )}
        </div>
        {apps.isPending && (
          <div role="status" className="p-5 max-sm:p-4">
            <p className="mb-3 text-ink-muted">Loading apps...</p>
            <div className="store-grid" aria-hidden="true">
              {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
                <Skeleton key={key} className="h-44 rounded-xl" />
              ))}
            </div>
          </div>
        )}
        {apps.isError && (
          <EmptyState
            icon={<LayoutGrid size={22} aria-hidden="true" />}
            title="Failed to load apps data"
            action={<Button onClick={() => void apps.refetch()}>Retry</Button>}
          >
            {apps.error.message}
          </EmptyState>
        )}
        {apps.isSuccess && list.length === 0 && (
          <EmptyState
            icon={<LayoutGrid size={22} aria-hidden="true" />}
            title="No apps found in this category"
          />
        )}
        {apps.isSuccess && list.length > 0 && found.length === 0 && (
          <EmptyState
            icon={<Search size={22} aria-hidden="true" />}
            title={`Nothing matches “${searched.trim()}”`}
            action={<Button onClick={() => setText('')}>Clear search</Button>}
          />
        )}
        {found.length > 0 && (
          <div className="grid gap-6 px-5 pt-4 pb-5 max-sm:px-4">
            {own.length > 0 && (
              <StoreSection title="Your servers">{cards(own, 'Your servers')}</StoreSection>
            )}
            {featured.length > 0 && (
              <StoreSection title="Ready to use">{cards(featured, 'Ready to use')}</StoreSection>
            )}
            {usable.length > 0 &&
              (own.length + featured.length > 0 ? (
                <StoreSection title="Apps">{cards(usable, 'Apps')}</StoreSection>
              ) : (
                cards(usable, 'Apps')
              ))}
            {pending.length > 0 && (
              <FoldedSection title={`In review (${pending.length})`} badge="Pending Review">
                {cards(pending, 'In review')}
              </FoldedSection>
            )}
            {rejected.length > 0 && (
              <FoldedSection title={`Rejected (${rejected.length})`}>
                {cards(rejected, 'Rejected')}
              </FoldedSection>
            )}
          </div>
        )}
      </div>
      {isAdding && (
        <AddServerDialog
          onClose={() => setIsAdding(false)}
          onAdded={({ id }) => {
            setIsAdding(false)
            setCategory(ALL_CATEGORIES)
            setText('')
            setShownId(id)
          }}
        />
      )}
      {leaving !== null && (
        <UninstallQuestion
          app={leaving}
          isBusy={uninstall.isPending}
          onCancel={() => setLeaving(null)}
          onConfirm={() => uninstall.mutate(leaving, { onSettled: () => setLeaving(null) })}
        />
      )}
    </div>
  )
}
