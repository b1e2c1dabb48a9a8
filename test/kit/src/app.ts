import { type Auth, type AuthConfig, type CoreOptions, createAuth } from '@latchstring/core'
import { type AuthError, isAuthError } from '@latchstring/core/errors'
import type { Env } from '@latchstring/core/types'
import { type Browser, createBrowser } from './browser.ts'

/** Where the application under test is, as far as browsers and providers know. */
export const ORIGIN = 'https://app.example'

/** Base of its HTTP actions. */
export const BASE: string = `${ORIGIN}/auth`

/** A secret for each generation of keys. */
export const SECRETS = {
  older: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
  newer: 'W4nT7eKd0yRf2jHs6vLb9mQa3gPz8cXi5o1',
} as const

/** How sessions are kept. */
export const STRATEGIES = ['database', 'jwt'] as const

/** How the sessions of a test are kept. */
export type Strategy = (typeof STRATEGIES)[number]

/** The environment of the application, unless a test says otherwise. */
export const ENV: Env = { NODE_ENV: 'test', AUTH_URL: ORIGIN, AUTH_SECRET: SECRETS.older }

/** A provider with OAuth 2.0 for tests that never reach the service: nothing is at its addresses. */
export const UNREACHED_PROVIDER = {
  id: 'harbour',
  name: 'Harbour',
  type: 'oauth',
  clientId: 'app',
  clientSecret: 'not-used',
  authorization: 'https://harbour.example/authorize',
  token: 'https://harbour.example/token',
  userinfo: 'https://harbour.example/me',
} as const

/** An application that signs people in. */
export interface App {
  readonly auth: Auth
  /** What went to the log as an error, in order. */
  readonly errors: readonly AuthError[]
  /** A new browser, without cookies. */
  openBrowser(): Browser
}

/** A configuration, or a function that makes one for each request. */
export type ConfigSource = AuthConfig | (() => AuthConfig | Promise<AuthConfig>)

/**
 * Sets up an application whose errors are kept in place of being printed.
 *
 * @param made - `each time`: a function makes the configuration anew for every request; a function gives what it is made by
 */
export function createApp(
  config: AuthConfig,
  options: CoreOptions = {},
  made: 'once' | 'each time' | ((whole: AuthConfig) => ConfigSource) = 'once',
): App {
  const errors: AuthError[] = []
  const logger = {
    error: (error: Error) => void (isAuthError(error) && errors.push(error)),
    warn: () => undefined,
  }
  const whole = { logger, ...config }
  const sources = { once: () => whole, 'each time': () => () => ({ ...whole }) }
  const toSource = typeof made === 'function' ? made : sources[made]
  const auth = createAuth(toSource(whole), { env: ENV, ...options })
  return { auth, errors, openBrowser: () => createBrowser(auth.handle) }
}
