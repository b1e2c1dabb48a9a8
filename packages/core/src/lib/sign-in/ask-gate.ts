import { createFeatureContext } from '../features/feature-context.ts'
import { ownReadRecords } from '../features/own-records.ts'
import type { ResolvedGate } from '../config/resolved-features.ts'
import { AccessDenied, CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { isObject } from '../kit/json.ts'
import type { SessionContext } from '../request/context.ts'
import type { AskedSignIn } from '../types/feature-gate.ts'
import type { AnyFeature } from '../types/feature.ts'

const isStep = ({ actions = {} }: AnyFeature, word: unknown): word is string => {
  const page = typeof word === 'string' && Object.hasOwn(actions, word) ? actions[word] : undefined
  return page?.kind === 'page' && page.session === 'pending' && (page.step ?? word) === word
}

/** @returns the step that is wanted; `undefined` to go on */
function readAnswer({ feature, phase }: ResolvedGate, given: unknown): string | undefined {
  const subject = `The gate of the feature "${feature.name}"`
  if (given === 'pass') return undefined
  const { refused, step }: { refused?: unknown; step?: unknown } = isObject(given) ? given : {}
  const { errors = {}, name } = feature
  if (typeof refused === 'string' && Object.hasOwn(errors, refused)) {
    const code = `${name}/${refused}`
    throw new AccessDenied(`${subject} refused the sign-in: ${refused}.`, { feature: code })
  }
  if (phase === 'assure' && isStep(feature, step)) return step
  throw new InvalidConfiguration(
    `${subject} has to answer "pass", one of its errors as \`refused\`, or${phase === 'may' ? ' no' : ''} page with the session "pending" as \`step\`.`,
  )
}

/**
 * Asks one gate.
 *
 * @returns the step that it wants; `undefined` to go on
 * @throws AccessDenied when it refuses
 */
export async function askGate(
  context: Pick<SessionContext, 'config'>,
  gate: ResolvedGate,
  signIn: AskedSignIn,
): Promise<string | undefined> {
  const { feature } = gate
  const given = await naming(
    CallbackRouteError,
    `The gate of the feature "${feature.name}"`,
    async () => {
      const { ask: answer } = await gate.gate.load()
      return answer(
        Object.freeze({
          ...createFeatureContext(feature, context),
          records: ownReadRecords(feature, context.config),
          signIn: Object.freeze(signIn),
        }),
      )
    },
  )
  return readAnswer(gate, given)
}
