import type { ResolvedFeatures, ResolvedWellKnown } from '../../config/resolved-features.ts'
import {
  CallbackRouteError,
  InvalidConfiguration,
  MethodNotAllowed,
  UnknownAction,
} from '../../errors/classes.ts'
import { naming } from '../../errors/own-function.ts'
import { ownAction } from '../../features/blocks.ts'
import { createFeatureContext } from '../../features/feature-context.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import type { FlowResult } from '../../http/result.ts'
import { isObject } from '../../kit/json.ts'
import { actionUrl, type SessionContext } from '../../request/context.ts'
import type { WellKnownContext } from '../../types/feature-well-known.ts'

/** Seconds for which caches keep a document that does not say. */
const AN_HOUR = 3600
const A_YEAR = 31_536_000

/** What is read of a request for a document: nothing says who asks. */
type Asker = Pick<SessionContext, 'config' | 'origin'>

function createContext({ feature }: ResolvedWellKnown, asker: Asker): WellKnownContext {
  const { config, origin } = asker
  return Object.freeze({
    ...createFeatureContext(feature, asker),
    records: ownReadRecords(feature, config),
    origin: origin.href,
    accountPage: config.account.page ? actionUrl(asker, 'account') : null,
    urlOf(word) {
      if (Object.hasOwn(feature.actions ?? {}, word)) {
        return actionUrl(asker, `${feature.name}/${word}`)
      }
      throw new TypeError(`The feature "${feature.name}" has no action "${word}".`)
    },
  } satisfies WellKnownContext)
}

/** @throws InvalidConfiguration for what is no answer, where no type has been checked */
function readAnswer(
  { feature }: ResolvedWellKnown,
  name: string,
  given: unknown,
): { readonly json: object; readonly maxAge: number } | { readonly to: string } {
  const answer: Readonly<Record<string, unknown>> = isObject(given) ? given : {}
  const { json, maxAge = AN_HOUR, to } = answer
  if (json === undefined && typeof to === 'string' && ownAction(feature, to, 'page')) return { to }
  const isTime = typeof maxAge === 'number' && Number.isSafeInteger(maxAge)
  if (
    isObject(json) &&
    JSON.stringify(json) !== undefined &&
    isTime &&
    maxAge >= 0 &&
    maxAge <= A_YEAR
  )
    return { json, maxAge }
  throw new InvalidConfiguration(
    `The address /.well-known/${name} of the feature "${feature.name}" has to answer with an object \`json\` and a \`maxAge\` from 0 to ${A_YEAR}, or with \`to\`, the word of a page of the feature.`,
  )
}

/**
 * Answers a well-known address: the same to everyone, without cookies, and for caches to keep.
 *
 * @param name - what follows `/.well-known/` in the path
 * @throws UnknownAction where no feature has it
 * @throws MethodNotAllowed for another method than GET and HEAD
 */
export async function answerWellKnown(
  features: ResolvedFeatures | undefined,
  asker: Asker,
  asked: { readonly name: string; readonly method: string },
): Promise<FlowResult> {
  const { name, method } = asked
  const known = features?.wellKnown.get(name)
  if (!known) throw new UnknownAction('No feature has this well-known address.')
  if (method !== 'GET' && method !== 'HEAD') {
    const error = new MethodNotAllowed(`The address /.well-known/${name} takes GET alone.`)
    error.allow = ['GET']
    throw error
  }
  const given = await naming(CallbackRouteError, `The address /.well-known/${name}`, async () =>
    (await known.document.load()).run(createContext(known, asker)),
  )
  const answer = readAnswer(known, name, given)
  const jar = new CookieJar('')
  if ('to' in answer) {
    const to = actionUrl(asker, `${known.feature.name}/${answer.to}`)
    return { kind: 'redirect', to, jar }
  }
  const { json, maxAge } = answer
  // A cache may not tell apart what depends on headers of a proxy, or of a stranger.
  if (asker.config.origin.kind !== 'fixed') return { kind: 'json', status: 200, body: json, jar }
  const cache = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`
  return { kind: 'json', status: 200, body: json, jar, cache }
}
