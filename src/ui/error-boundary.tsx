import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Runs before the children are tried again, for instance to load a chunk anew. */
  onRetry?: () => void
  title?: string
}

type ErrorBoundaryState = { error: Error | null }

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Keeps a failure of its children inside its own box and offers to try again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(thrown: unknown): ErrorBoundaryState {
    return { error: asError(thrown) }
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div role="alert" className="flex h-full items-center justify-center">
        <EmptyState
          icon={<TriangleAlert size={22} aria-hidden="true" />}
          title={this.props.title ?? 'Something went wrong here'}
          action={<Button onClick={this.retry}>Retry</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    )
  }
}
