import { asError, AuthError, isAuthError } from '../errors/auth-error.ts'
import { isObject } from '../kit/json.ts'
import type { LoggerInstance, NoticeCode, NoticeLogger, WarningCode } from '../types/logger.ts'
import { redactError, redactText, redactValue } from './redact.ts'

/** Details that are logged with an error. */
export interface ErrorDetails {
  /** Advice for this failure, in place of the general advice of its error code. */
  readonly fix?: string | undefined
  /** The steps that led to it. */
  readonly trace?: string | undefined
  /** Whether it is an everyday mistake of a user, such as a wrong password. */
  readonly ordinary?: boolean | undefined
}

/** The log of the library: it never throws, and masks secrets before it calls a logger. */
export interface Log {
  /** @param ref - reference of the flow that the error ended */
  error(error: Error, ref?: string, details?: ErrorDetails): void
  /** A mistake in a configuration; once each. */
  errorOnce(error: Error): void
  /** @param detail - a sentence in addition to that of the code */
  warn(code: WarningCode, detail?: string): void
  /** Something to know at set-up; once each. */
  info(code: NoticeCode, detail: string): void
  debug(message: string, metadata?: Readonly<Record<string, unknown>>): void
  /** As `debug`, for messages without anything to mask. */
  step(message: string, metadata: Readonly<Record<string, string>>): void
  /** Whether `debug` and `step` reach a logger. */
  readonly debugging: boolean
}

const WARNINGS: Readonly<Record<WarningCode, string>> = {
  'debug-enabled': '`debug` is on: logs may contain personal data. Turn it off in production.',
  'csrf-disabled': 'A CSRF token was asked for, but `skipCSRFCheck` turns CSRF tokens off.',
  'env-url-basepath-redundant':
    'AUTH_URL has a path and `basePath` is set as well. Remove one of them.',
  'env-url-basepath-mismatch':
    'The path of AUTH_URL and `basePath` differ. `basePath` is used; remove the path from AUTH_URL.',
  'experimental-webauthn':
    '`experimental.enableWebAuthn` is on: passkey support may change between minor versions.',
  'webauthn-host': 'Passkeys cannot be used at the address of the application.',
  'deprecated-provider': 'A provider is deprecated.',
  'weak-provider': 'An option of a provider makes it weaker.',
  'adapter-capability': 'The adapter lacks capabilities that make sign-in safer.',
  'adapter-keys': 'The store returned other records than those requested.',
  'redirect-proxy-origins':
    '`redirectProxyUrl` is the address of this deployment, and no list says for which others it accepts responses, so those are refused. Set `redirectProxyOrigins`.',
  'session-in-public-response':
    'A response that depends on a session may be cached for all visitors. Remove `public` and `s-maxage` from its Cache-Control, or do not read the session there.',
  'trust-host':
    '`trustHost` is on, so whatever host a request names ends up in redirects and mails. Set AUTH_URL, or list `allowedHosts`.',
  'form-lost': 'A posted form was lost: its user had to sign in again, and it could not be kept.',
  feature: 'A feature reports something.',
  texts: 'Something in `texts` is not used.',
  'theme-colour': 'A colour of `theme` is not used.',
  'client-address':
    'The address of clients is not known. Attempts are then not limited by address, and one client can use up the budgets that all share, so that others are refused. Set `clientAddress`.',
  'limit-store':
    'The store that counts attempts failed. Until it answers again, each process counts by itself, with half of each budget.',
  'limit-near':
    'A budget of the application is four fifths used up; beyond it, people who tried nothing else are refused. Raise it, if these are users.',
  'limit-refund':
    'The store that counts attempts failed when a point was to be given back. Until points return, right attempts count like wrong ones.',
  'revocation-adapter':
    'With `session.revocation`, each of the last reads of a session had another adapter object, so that each asked the store for the whole feed of endings. Make the adapter once for each database, outside of the configuration function.',
  'clock-difference': 'A session cookie was refused and kept, because it was sealed in the future.',
  'unknown-secret':
    'A session cookie was refused and kept, because none of the secrets opens it. If other instances have another secret, people are signed out here.',
  'other-audience':
    'A session cookie was refused and kept, because it is of another application with the same secret. Two instances of one application need the same `AUTH_URL`, or the same `audience`.',
  'store-away': 'The store fails.',
  'store-back': 'The store answers again.',
  'revocation-long-feed':
    'The feed of endings is long (`session.revocation`): until it has been read, each session is looked up in the store. Let the readiness probe wait for `ready()`.',
  'revocation-store-went-back':
    'The store has lost endings that it had: it was restored, emptied, or failed over to a copy that was behind. The feed is read anew, and what this process knows is stored again. Sessions whose ending no process knows are accepted again: `latchstring revoke --all` ends them.',
  'unknown-option': 'An option is unknown and has no effect.',
  'unread-variable': 'A variable of a provider is not read.',
  'session-seconds':
    'A time of sessions is longer than ten years. It is in seconds, not in milliseconds.',
  'bypassed-version': '',
  development: '',
  'provider-renewal': 'A provider is used with what was last known of it.',
  'provider-left-out': 'A provider cannot be used and is not offered. What does not need it works.',
}

const NOTICES: Readonly<Record<NoticeCode, string>> = {
  acting: 'An administrator acts for a user.',
  'register-address': 'A URL of this application has to be registered at a provider.',
  'no-end-session': 'A provider has no end-session endpoint.',
  'redirect-target': 'A target to return to is not followed; the browser goes to the home page.',
  started: 'Development:',
}

/** A line: what happened, and the reference. */
function describeError(error: Error): string {
  return isAuthError(error) && error.ref ? `${error.message} (ref ${error.ref})` : error.message
}

const describeDetails = (error: Error): string =>
  isAuthError(error) ? `\n  fix: ${error.fix}${error.trace ? `\n  trace: ${error.trace}` : ''}` : ''

function describeCause(error: Error): string {
  const { cause } = error
  if (cause === undefined) return ''
  if (cause instanceof Error)
    return `\n  cause: ${cause.stack ?? cause.message}${describeCause(cause)}`
  if (!isObject(cause)) return ''
  const { err, ...details } = cause
  const inner =
    err instanceof Error ? `\n  cause: ${err.stack ?? err.message}${describeCause(err)}` : ''
  const rest = Object.keys(details).length > 0 ? `\n  details: ${JSON.stringify(details)}` : ''
  return rest + inner
}

/** Failures that people cause every day, and that are said without their causes. */
const EXPECTED: ReadonlySet<string> = new Set([
  'CredentialsSignin',
  'AccessDenied',
  'TooManyRequests',
  'Verification',
])

/** A wrong password, a refusal, a used link: no action is needed. A callback that threw needs one. */
const isExpected = ({ name, cause }: Error): boolean =>
  EXPECTED.has(name) && (name !== 'AccessDenied' || cause === undefined)

const consoleLogger: Pick<LoggerInstance, 'error' | 'warn' | 'debug'> & Required<NoticeLogger> = {
  error(error) {
    const cause = EXPECTED.has(error.name) ? '' : describeCause(error)
    console.error(
      `[auth][error] ${error.name}: ${describeError(error)}${describeDetails(error)}${cause}`,
    )
  },
  warn: (code, detail = '') =>
    console.warn(`[auth][warn][${code}] ${[WARNINGS[code], detail].filter(Boolean).join(' ')}`),
  info: (code, detail, error) =>
    console.info(
      // Without an error it is a notice.
      `[auth][info]${error ? ` ${code}:` : `[${code}] ${NOTICES[code as NoticeCode]}`} ${detail}`,
    ),
  debug: (message, metadata) =>
    console.log(`[auth][debug] ${message}`, metadata === undefined ? '' : JSON.stringify(metadata)),
}

/** Does work whose failure must not change the response. */
function guarded(work: () => unknown, failed?: (cause: unknown) => void): void {
  const report = (cause: unknown): void => failed && guarded(() => failed(cause))
  try {
    const result = work()
    // A logger that is asynchronous fails later, and would end the process.
    if (typeof result === 'object') Promise.resolve(result).catch(report)
  } catch (cause) {
    report(cause)
  }
}

/** How many conditions are remembered: some name a path of a request, and a stranger can ask for any number of those. */
const MAX_WARNED = 256

/** Whether a condition is new, which it is once. The oldest is forgotten for it. */
function isNew(warned: Set<string>, condition: string): boolean {
  if (warned.has(condition)) return false
  for (const oldest of warned) {
    if (warned.size < MAX_WARNED) break
    warned.delete(oldest)
  }
  warned.add(condition)
  return true
}

/** Which logger gets which lines. Whole loggers, so that methods of class instances keep `this`. */
function pickMethods(custom: Partial<LoggerInstance> | undefined, debug: boolean) {
  const errors = custom?.error ? custom : consoleLogger
  // An application with a logger may not want other lines on the console. Its own `info` takes texts, as those of common loggers do.
  const notices = (custom ?? consoleLogger) as NoticeLogger
  return {
    errors,
    warnings: custom?.warn ? custom : consoleLogger,
    notices,
    // A logger with `error` and without `info` gets refusals as errors, so that none is lost.
    refusals: notices.info ? notices : (errors as NoticeLogger),
    steps: custom?.debug ? custom : debug && !custom ? consoleLogger : undefined,
  }
}

/**
 * The log of a configuration.
 *
 * @param custom - methods of the application's own; called with masked values
 * @param debug - whether the console shows steps
 * @param warned - conditions that have been logged; each is logged once, until it is the oldest of too many
 */
export function createLog(
  custom: Partial<LoggerInstance> | undefined,
  debug: boolean,
  warned: Set<string> = new Set(),
): Log {
  const { errors, warnings, notices, refusals, steps } = pickMethods(custom, debug)

  /** Calls a method of the logger. When one of the application throws, the console gets one line about that, and every line that it did not take. */
  function call(name: keyof typeof consoleLogger, method: () => unknown, print?: () => void): void {
    guarded(method, (cause) => {
      const message = `The \`logger.${name}\` function threw.`
      if (custom && isNew(warned, message))
        consoleLogger.error(redactError(new AuthError(message, { err: asError(cause) })))
      if (custom) print?.()
    })
  }

  function logRefusal(copy: Error): void {
    const line = [copy.name, describeError(copy), copy] as const
    const print = (): void => consoleLogger.info(...line)
    call('info', () => refusals.info?.(...line), print)
  }

  const error: Log['error'] = (thrown, ref, details) =>
    guarded(() => {
      const copy = redactError(thrown, 0, ref, details)
      if (refusals.info && (details?.ordinary || isExpected(copy))) return logRefusal(copy)
      const print = (): void => consoleLogger.error(copy)
      return call('error', () => errors.error?.(copy), print)
    })

  return {
    debugging: steps !== undefined,
    error,
    errorOnce: (wrong) => void (isNew(warned, `${wrong.name} ${wrong.message}`) && error(wrong)),
    warn: (code, detail) => {
      if (!isNew(warned, `${code} ${detail ?? ''}`)) return
      // Most warnings have no detail; loggers may count the arguments.
      const line: Parameters<LoggerInstance['warn']> =
        detail === undefined ? [code] : [code, redactText(detail)]
      call(
        'warn',
        () => warnings.warn?.(...line),
        () => consoleLogger.warn(...line),
      )
    },
    info: (code, detail) => {
      if (!isNew(warned, `${code} ${detail}`)) return
      const line = [code, redactText(detail)] as const
      call(
        'info',
        () => notices.info?.(...line),
        () => consoleLogger.info(...line),
      )
    },
    step: (message, metadata) => call('debug', () => steps?.debug?.(message, metadata)),
    debug: (message, metadata) =>
      call('debug', () => steps?.debug?.(redactText(message), metadata && redactValue(metadata))),
  }
}
