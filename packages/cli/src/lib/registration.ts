import { join } from 'node:path'
import { parseVariables, readText } from './env-file.ts'
import type { Framework } from './framework.ts'
import type { ProviderEntry } from './provider-catalogue.ts'
import type { VariablesFile } from './secrets.ts'

/** The redirect URIs of an application, as they are registered. */
export interface CallbackUrls {
  readonly development: string
  readonly preview: string
  readonly production: string
}

/** Where services that refuse `http://localhost` find an application during development. */
const DEVELOPMENT = {
  https: {
    replace: /^http:\/\/localhost/,
    by: 'https://localhost',
    note: 'Start the application with https: this service takes no http.',
  },
  public: {
    replace: /^http:\/\/localhost(?::\d+)?/,
    by: 'https://<your tunnel>',
    note: 'This service takes neither http nor localhost: put a tunnel with https before the application, and set AUTH_URL to its address.',
  },
  '127.0.0.1': {
    replace: /localhost/,
    by: '127.0.0.1',
    note: 'This service does not take localhost: open the application at 127.0.0.1.',
  },
} as const

/** What an application says about where it is. */
export interface Addresses {
  /** A base path of the configuration. */
  readonly basePath?: string
  /** The values of `AUTH_URL`; one with a path names the base path, too. */
  readonly urls: readonly URL[]
}

/** Where the application is, as far as `AUTH_URL` says. */
export async function readAddresses(
  { folder, values }: VariablesFile,
  basePath?: string,
): Promise<Addresses> {
  const ofProduction = parseVariables((await readText(join(folder, '.env.production'))) ?? '')
  return {
    ...(basePath !== undefined && { basePath }),
    urls: [values.get('AUTH_URL')?.value, ofProduction['AUTH_URL']].flatMap((url) =>
      // One without a scheme is read as a scheme with a path: "localhost:3000".
      url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? [new URL(url)] : [],
    ),
  }
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/

/** Where the application and its actions are during development. */
export function findLocal(
  framework: Framework,
  { basePath, urls }: Addresses,
): { readonly origin: string; readonly base: string } {
  const own = urls.map(({ pathname }) => pathname.replace(/\/+$/, '')).find((path) => path !== '')
  return {
    origin: urls.find(({ hostname }) => LOOPBACK.test(hostname))?.origin ?? framework.origin,
    base: own ?? basePath ?? framework.basePath,
  }
}

/** The sign-in page during development. */
export function signInPage(framework: Framework, addresses: Addresses): string {
  const { origin, base } = findLocal(framework, addresses)
  return `${origin}${base}/signin`
}

/** The exact callback URLs of a provider; what is in angle brackets is not known here. */
export function callbackUrls(
  { id, development }: ProviderEntry,
  framework: Framework,
  addresses: Addresses,
): CallbackUrls {
  const { origin: local, base } = findLocal(framework, addresses)
  const path = `${base}/callback/${id}`
  const remote = addresses.urls.find(({ hostname }) => !LOOPBACK.test(hostname))?.origin
  const rule = development === undefined ? undefined : DEVELOPMENT[development]
  return {
    development: `${rule === undefined ? local : local.replace(rule.replace, rule.by)}${path}`,
    preview: `https://<your preview>${path}`,
    production: `${remote ?? 'https://<your app>'}${path}`,
  }
}

/** How to register an application at the service of a provider, as lines; the first one is the heading of the rest. */
export function registrationLines(
  provider: ProviderEntry,
  framework: Framework,
  addresses: Addresses,
): readonly string[] {
  const { name, variables, console, steps = [], development, redirect } = provider
  const urls = callbackUrls(provider, framework, addresses)
  return [
    `Register an application at ${name}${console === undefined ? '' : `: ${console}`}`,
    ...steps.map((step) => `- ${step}`),
    ...(redirect === true
      ? [
          'Callback URLs (redirect URIs):',
          `  development  ${urls.development}`,
          `  preview      ${urls.preview}`,
          `  production   ${urls.production}`,
        ]
      : []),
    ...(development === undefined ? [] : [DEVELOPMENT[development].note]),
    ...(variables.length === 0 ? [] : [`Fill in ${framework.envFile}: ${variables.join(', ')}`]),
  ]
}
