import type { AuthConfig } from '@latchstring/core'
import { type App, createApp, ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'

/** The deployment that is registered at the provider. */
export const STABLE = 'https://login.example'
/** One that signs in through it. */
export const PREVIEW = 'https://preview-7.example'
/** One that it does not send answers to. */
export const STRANGER = 'https://preview-of-another-team.example'

/** What both ends of a redirect proxy are configured with. */
export const ENDS = {
  redirectProxyUrl: `${STABLE}/auth`,
  redirectProxyOrigins: [PREVIEW],
} as const

/** What may differ between two deployments of an application. */
interface Deployment {
  readonly secret?: string
  readonly clock?: (() => number) | undefined
}

/** A deployment of an application that knows the redirect proxy. */
export function deployAt(
  origin: string,
  config: AuthConfig,
  { secret, clock }: Deployment = {},
): App {
  const env = { ...ENV, AUTH_URL: origin, ...(secret === undefined ? {} : { AUTH_SECRET: secret }) }
  return createApp({ ...ENDS, ...config }, { env, clock })
}

/** What answers the requests to a deployment. */
export type Handler = (request: Request) => Promise<Response>

/** One browser that reaches every deployment. */
export function browse(deployments: Readonly<Record<string, Handler>>): Browser {
  return createBrowser((request) => {
    const handle = deployments[new URL(request.url).origin]
    if (!handle) throw new Error(`Nothing is at ${request.url}`)
    return handle(request)
  })
}
