import type { Framework } from './framework.ts'
import type { ProviderEntry } from './provider-catalogue.ts'

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

/** The exact callback URLs of a provider; what is in angle brackets is the application's own. */
export function callbackUrls(provider: ProviderEntry, framework: Framework): CallbackUrls {
  const path = `${framework.basePath}/callback/${provider.id}`
  const rule = provider.development === undefined ? undefined : DEVELOPMENT[provider.development]
  const origin =
    rule === undefined ? framework.origin : framework.origin.replace(rule.replace, rule.by)
  return {
    development: `${origin}${path}`,
    preview: `https://<your preview>${path}`,
    production: `https://<your app>${path}`,
  }
}

/** How to register an application at the service of a provider, as lines; the first one is the heading of the rest. */
export function registrationLines(
  provider: ProviderEntry,
  framework: Framework,
): readonly string[] {
  const { name, variables, console, steps = [], development, redirect } = provider
  const urls = callbackUrls(provider, framework)
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
