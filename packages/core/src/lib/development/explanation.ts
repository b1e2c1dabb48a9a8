import { createCache } from '../kit/cache.ts'
import { isAuthError, type AuthError } from '../errors/auth-error.ts'
import { redactError } from '../logger/redact.ts'
import { html, type Html } from '../pages/html.ts'
import type { Page } from '../pages/page.ts'

/** A failure for developers, with secrets masked. */
interface FailureExplanation {
  readonly code: string
  readonly message: string
  /** Messages of the errors that led to it, the outermost first. */
  readonly causes: readonly string[]
  readonly fix: string
  /** Options and environment variables that the message or the fix names. */
  readonly options: readonly string[]
  readonly variables: readonly string[]
  /** Lines of the application to look at. */
  readonly places: readonly string[]
  readonly docs: string
}

function innerError({ cause }: Error): Error | undefined {
  if (cause instanceof Error) return cause
  const inner: unknown = typeof cause === 'object' && cause ? Reflect.get(cause, 'err') : undefined
  return inner instanceof Error ? inner : undefined
}

/** The causes of a masked copy, which has no cycles. */
function listMaskedCauses(error: Error): readonly Error[] {
  const inner = innerError(error)
  return inner ? [inner, ...listMaskedCauses(inner)] : []
}

/** Options are in backticks, and variables in capitals. */
const NAMED = /`([\w.[\]]+)`|\b((?:AUTH|NEXTAUTH|LEGACY)(?:_[A-Z\d]+)+)\b/g

/** Lines of a stack that are no code of the application. */
const FOREIGN = /node_modules|node:|\(native\)|<anonymous>|@latchstring/

/** The line of the application that threw first. */
function findLine(errors: readonly Error[]): readonly string[] {
  const lines = errors.flatMap(({ stack = '' }) => stack.split('\n'))
  const own = lines.find((line) => /^\s+at .*:\d+:\d+/.test(line) && !FOREIGN.test(line))
  return own === undefined ? [] : [own.trim().replace(/^at /, '')]
}

function explain(error: AuthError, fix: string): FailureExplanation {
  const masked = redactError(error)
  const causes = listMaskedCauses(masked)
  const { type } = error
  const named = [...`${masked.message} ${fix}`.matchAll(NAMED)]
  const unique = (names: readonly (string | undefined)[]): readonly string[] => [
    ...new Set(names.filter((name) => name !== undefined)),
  ]
  return {
    code: type,
    message: masked.message,
    causes: causes.map(({ name, message }) => `${name}: ${message}`),
    fix,
    options: unique(named.map(([, option]) => option)),
    variables: unique(named.map(([, , variable]) => variable)),
    places: findLine(causes),
    docs: `npx @latchstring/cli explain ${type}`,
  }
}

/** The latest failures by their references: another request may show the page. */
const explanations = createCache<FailureExplanation>({ entries: 64 })

/**
 * Keeps the explanation of a failure for its page.
 *
 * @param fix - where it is more specific than that of the error code
 */
export function rememberFailure(error: AuthError, ref: string, fix: string = error.fix): void {
  explanations.keep(ref, explain(error, fix))
}

const STYLE =
  '.development{margin-top:1.5rem;padding:1rem;border:2px dashed;border-radius:.5rem;text-align:start;overflow-wrap:anywhere}.development dt{font-weight:700;margin-top:.5rem}.development dd{margin:0}'

function term(name: string, texts: readonly string[]): Html | false {
  return (
    texts.length > 0 &&
    html`<dt>${name}</dt>
      ${texts.map((text) => html`<dd>${text}</dd>`)}`
  )
}

function box(explanation: FailureExplanation, ref: string): Html {
  const { code, message, causes, fix, options, variables, places, docs } = explanation
  return html`<section class="development" lang="en" dir="ltr" aria-label="Development">
    <dl>
      ${term('Error', [`${code}: ${message}`])} ${term('Cause', causes)} ${term('Fix', [fix])}
      ${term('Option', options)} ${term('Variable', variables)} ${term('Place', places)}
      ${term('Documentation', [docs])} ${term('Reference', [ref])}
    </dl>
    <p>Only in development (NODE_ENV): visitors do not see this box.</p>
  </section>`
}

/** Adds the explanation of the failure with this reference to a page. */
export function explainOnPage(page: Page, ref: string | undefined): Page {
  const explanation = ref === undefined ? undefined : explanations.find(ref)
  if (ref === undefined || explanation === undefined) return page
  const added = `<style>${STYLE}</style>${box(explanation, ref).toString()}</main>`
  return {
    ...page,
    html: page.html.replace('</main>', () => added),
    styles: [...page.styles, STYLE],
  }
}

/** Errors that visitors cause, which the application catches and shows. */
const EXPECTED: ReadonlySet<string> = new Set(['AccessDenied', 'CredentialsSignin'])

/**
 * An error for the overlay of a framework, which shows only the message.
 *
 * @returns a copy of the same class; errors that visitors cause, and errors of other code, unchanged
 */
export function explainThrown<T extends Error>(error: T, ref: string, advice?: string): T {
  if (!isAuthError(error) || EXPECTED.has(error.type)) return error
  const { fix, docs } = explain(error, advice ?? error.fix)
  const message = `${error.message}\n  Fix: ${fix}\n  Documentation: ${docs}\n  Reference: ${ref}`
  const copy: unknown = Object.create(Reflect.getPrototypeOf(error), {
    ...Object.getOwnPropertyDescriptors(error),
    message: { value: message, configurable: true, writable: true },
    stack: {
      value: error.stack?.replace(error.message, () => message),
      configurable: true,
      writable: true,
    },
  })
  // It has the prototype and the members of the error.
  return copy as T
}
