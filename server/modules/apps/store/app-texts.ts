import type { AuditStatus } from './app-repository.ts'

export const INSTALL_FAILED = 'Failed to install app. Please try again.'
export const NO_SUCH_APP = 'There is no such app'

export const OWN_SERVERS_OFF = 'Using your own servers is switched off here.'

export const describeRefusal = (status: Exclude<AuditStatus, 'approved'>): string =>
  `This app cannot be installed because it is ${status === 'pending' ? 'pending approval' : 'rejected'}.`
