import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './ids.ts'
import { statusEnvelope } from './lists.ts'

const Text = z.string().check(z.maxLength(256))

export const Category = z.object({ id: z.string(), name: z.string() })
export type Category = z.infer<typeof Category>

const SuggestedQuestions = z.object({
  welcomeDescription: z.nullish(z.string()),
  modules: z.nullish(
    z.array(z.object({ title: z.string(), content: z.string(), icon: z.nullish(z.string()) })),
  ),
})

export const StoreApp = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  icon: z.nullish(z.string()),
  rating: z.nullish(z.number()),
  downloads: z.nullish(z.number()),
  detailUrl: z.nullish(z.string()),
  installed: z.nullish(z.boolean()),
  installDate: z.nullish(z.string()),
  audit_status: z.nullish(z.string()),
  appType: z.nullish(z.string()),
  is_disabled: z.nullish(z.boolean()),
  category: z.nullish(z.string()),
  suggested_questions: z.nullish(SuggestedQuestions),
})
export type StoreApp = z.infer<typeof StoreApp>

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/apps/categories',
  summary: 'Categories of the app store',
  response: statusEnvelope(z.array(Category)),
})

export const listApps = endpoint({
  name: 'listApps',
  method: 'GET',
  path: '/apps',
  summary: 'Apps of the store, of one category or all, and the installed ones',
  query: z.object({ category: z.optional(Text) }),
  response: statusEnvelope(
    z.object({ app_list: z.array(StoreApp), installed_apps: z.array(StoreApp) }),
  ),
})

export const getApp = endpoint({
  name: 'getApp',
  method: 'GET',
  path: '/apps/{id}',
  summary: 'One app with its tools, publisher and audit history',
  params: IdParams,
  response: statusEnvelope(StoreApp),
})

const Installation = statusEnvelope(z.looseObject({ success: z.boolean() }))

export const installApp = endpoint({
  name: 'installApp',
  method: 'POST',
  path: '/apps/install',
  summary: 'Install an approved app',
  body: z.strictObject({ appId: Id }),
  response: Installation,
})

export const uninstallApp = endpoint({
  name: 'uninstallApp',
  method: 'POST',
  path: '/apps/uninstall',
  summary: 'Uninstall an app',
  body: z.strictObject({ appId: Id }),
  response: Installation,
})

export const listServers = endpoint({
  name: 'listServers',
  method: 'GET',
  path: '/apps/servers',
  summary: 'Connection, protocol, tools and last error of each app server',
  response: statusEnvelope(
    z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        protocol: z.nullish(z.string()),
        tools: z.nullish(z.number()),
        last_error: z.nullish(z.string()),
      }),
    ),
  ),
})
