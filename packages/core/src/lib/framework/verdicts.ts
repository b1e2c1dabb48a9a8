import type { ConfigSource, Core } from '../engine/auth.ts'
import { judge, judgeStranger, type AuthorizeInput } from '../engine/authorize.ts'
import type { AuthorizeOptions, SessionRead } from '../types/operations.ts'
import type { ScopeSource, Verdict } from '../types/scope.ts'

/** A request, its session and the options of `authorize` or `requireSession`. */
export interface Question<S> {
  readonly source: ScopeSource
  readonly read: SessionRead<S>
  readonly options: AuthorizeOptions
}

/** The URL as it was sent, if that of the request differs from it only by resolved `..` segments. */
function sentPath({ url, request }: ScopeSource): string | undefined {
  return url !== undefined && new URL(url).pathname === new URL(request.url).pathname
    ? url
    : undefined
}

function toInput<S>({ source, read, options }: Question<S>): AuthorizeInput<S> {
  const { request } = source
  const { page = false, url = source.url ?? request.url, path = sentPath(source) } = options
  const { copy, sole } = options
  return { request, read, page, url: new URL(url), path, copy, sole }
}

/** Calls the `authorized` callback. */
export async function authorize<S extends object>(
  core: Core,
  config: ConfigSource,
  question: Question<S>,
): Promise<Verdict> {
  return (await judge(core, config, toInput(question))).verdict
}

/** Refuses a request without a session. */
export function requireSession<S extends object>(
  core: Core,
  _config: ConfigSource,
  question: Question<S>,
): Promise<Verdict> {
  return judgeStranger(core, toInput(question))
}
