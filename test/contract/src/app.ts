import type { AuthError } from '@latchstring/core/errors'
import type { WarningCode } from '@latchstring/core/types'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import type { AnyConfig, Instance, ProcessEnvironment, Target } from './target.ts'
import { createVisitor, type Visitor } from '@latchstring/test-kit/visitor'

/** An application under test, with what it says. */
export interface App extends Instance {
  /** Base of the HTTP actions. */
  readonly base: string
  /** Errors of the log, in order. */
  readonly errors: readonly AuthError[]
  /** Warnings of the log, in order. */
  readonly warnings: readonly WarningCode[]
  /** A visitor with a browser of their own. */
  visit(): Visitor
}

interface Log {
  readonly errors: AuthError[]
  readonly warnings: WarningCode[]
}

// `isAuthError` knows only the classes of this process's modules; a server of Next.js has those of its build.
function isLogged(error: Error): error is AuthError {
  return 'type' in error
}

function withLog(config: AnyConfig, { errors, warnings }: Log): AnyConfig {
  if (typeof config === 'function') return config
  const logger = {
    error: (error: Error) => void (isLogged(error) && errors.push(error)),
    warn: (code: WarningCode) => void warnings.push(code),
  }
  return { logger, ...config }
}

/** Sets up an application whose log is kept in place of being printed. */
export function openApp(
  target: Target,
  config: AnyConfig,
  { env = ENV, clock }: Partial<ProcessEnvironment> = {},
): App {
  const log: Log = { errors: [], warnings: [] }
  const instance = target.create(withLog(config, log), { env, clock })
  const path = typeof config === 'function' ? undefined : config.basePath
  const base =
    (env['AUTH_URL'] ? new URL(env['AUTH_URL']).origin : ORIGIN) + (path ?? target.basePath)
  return {
    ...instance,
    ...log,
    base,
    visit: () => createVisitor(base, (request) => instance.fetch(request)),
  }
}
