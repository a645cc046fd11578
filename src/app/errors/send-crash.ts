import {
  CLIENT_ERROR_LENGTHS,
  reportClientError,
  removeSecrets,
} from '#contract/system/client-error.ts'
import { api } from '#src/platform/auth/page-session.ts'

const fit = (text: string, maxLength: number) =>
  removeSecrets(text.slice(0, maxLength)).slice(0, maxLength)

/** Sends one crash without tokens, queries or fragments of addresses. */
export const sendCrash = async (error: Error, componentStack: string): Promise<void> => {
  const { message, stack, path, version } = CLIENT_ERROR_LENGTHS
  await api.call(reportClientError, {
    body: {
      message: fit(error.message, message),
      stack: fit(error.stack ?? '', stack),
      component_stack: fit(componentStack, stack),
      path: window.location.pathname.slice(0, path),
      // Absent in tests.
      version: String(import.meta.env['VITE_APP_VERSION'] ?? 'development').slice(0, version),
    },
  })
}
