import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Component, type ReactNode } from 'react'
import { toError } from '#contract/error-message.ts'
import { findLoadFailureCause, isLoadFailure, type LoadFailureCause } from '#src/lib/new-release.ts'
import { cn } from '#src/lib/cn.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { NEW_RELEASE_TEXT, ReloadButton } from './new-release-notice.tsx'
import { Spinner } from './spinner.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Runs before the children are rendered again, for instance to load their code again. */
  onRetry?: () => void
  title?: string
  /** Classes of the box that shows a failure. */
  className?: string
  /** Renders nothing after a failure, for parts that the page can do without. */
  isQuiet?: boolean
  onFailure?: (error: unknown) => void
}

type Failure = { error: Error; cause: LoadFailureCause | null }

type ErrorBoundaryState = { failure: Failure | null }

/**
 * Contains a failure of its children and offers Retry. If their code cannot load, because of a new release or because
 * the browser does not request it again, it offers to reload the page. After a lost connection, it retries when the
 * browser is online.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(thrown: unknown): ErrorBoundaryState {
    const error = toError(thrown)
    return { failure: { error, cause: isLoadFailure(error) ? null : 'fault' } }
  }

  override componentDidCatch(thrown: unknown) {
    this.props.onFailure?.(thrown)
    if (isLoadFailure(thrown)) void this.explain(thrown)
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryOnline)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryOnline)
  }

  retryOnline = () => {
    if (this.state.failure?.cause === 'network') this.retry()
  }

  explain = async (error: Error) => {
    const cause = await findLoadFailureCause(error)
    this.setState(({ failure }) =>
      failure?.error === error ? { failure: { error, cause } } : null,
    )
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (this.props.isQuiet === true) return null
    return (
      <div
        role="alert"
        className={cn('flex h-full items-center justify-center', this.props.className)}
      >
        {failure.cause === null ? <Spinner /> : this.renderFailure(failure.error, failure.cause)}
      </div>
    )
  }

  renderFailure(error: Error, cause: LoadFailureCause) {
    const icon = <TriangleAlert size={22} />
    const retry = <Button onClick={this.retry}>Retry</Button>
    switch (cause) {
      case 'release':
        return (
          <EmptyState title={NEW_RELEASE_TEXT} action={<ReloadButton />}>
            Reload to open this.
          </EmptyState>
        )
      case 'network':
        return (
          <EmptyState icon={icon} title="We couldn’t load this" action={retry}>
            Check your connection and try again.
          </EmptyState>
        )
      case 'cached':
        return (
          <EmptyState icon={icon} title="We couldn’t load this" action={<ReloadButton />}>
            Reload the page to open this.
          </EmptyState>
        )
      case 'fault':
        return (
          <EmptyState
            icon={icon}
            title={this.props.title ?? 'Something went wrong here'}
            action={retry}
          >
            {error.message}
          </EmptyState>
        )
    }
  }
}
