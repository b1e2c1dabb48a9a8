import type { FeatureForm } from '../../config/providers.ts'
import {
  CallbackRouteError,
  CredentialsSignin,
  InvalidConfiguration,
} from '../../errors/classes.ts'
import { hiding, withoutSecrets } from '../../errors/hide-secrets.ts'
import { naming } from '../../errors/own-function.ts'
import { sameId } from '../../kit/account-id.ts'
import { isObject } from '../../kit/json.ts'
import type { Context } from '../../request/context.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { FeatureValues } from '../../types/feature.ts'
import { serviceBusy } from '../../features/busy.ts'
import { openWriting } from './writing-context.ts'

const LONGEST_TEXT = 255

/** What stands in the log in place of a password. */
const HIDDEN = '[password]'

type Submitted = Readonly<Record<string, string>>

/**
 * The declared inputs of a form, and nothing else of it.
 *
 * @returns `undefined` where one is missing or too long: such a form is a wrong one
 */
function readForm({ provider }: FeatureForm, given: Submitted): FeatureValues | undefined {
  const entries = Object.entries(provider.inputs).map(([name, { max = LONGEST_TEXT }]) => {
    const value = Object.hasOwn(given, name) ? (given[name] ?? '') : ''
    return [name, value !== '' && value.length <= max ? value : undefined] as const
  })
  if (entries.some(([, value]) => value === undefined)) return undefined
  return Object.freeze(Object.fromEntries(entries))
}

/** The passwords of a form. */
const passwordsOf = ({ provider }: FeatureForm, inputs: FeatureValues): readonly string[] =>
  Object.entries(provider.inputs).flatMap(([name, { type }]) => {
    const value = inputs[name]
    return type === 'password' && typeof value === 'string' ? [value] : []
  })

/** @returns the id of a user, or `null` for a wrong form */
function readVerified(given: unknown, subject: string): string | null {
  if (given === null) return null
  const { userId, busy }: Readonly<Record<string, unknown>> = isObject(given) ? given : {}
  if (busy !== undefined) throw serviceBusy(subject, busy)
  if (typeof userId === 'string' && userId !== '') return userId
  throw new InvalidConfiguration(
    `${subject} has to answer with the id of a user as \`userId\`, with \`busy\`, or with \`null\`.`,
  )
}

async function callVerify(
  context: Context,
  form: FeatureForm,
  { inputs, begunAt }: { readonly inputs: FeatureValues; readonly begunAt: number },
): Promise<string | null> {
  const { feature, provider } = form
  const subject = `The function \`verify\` of the feature "${feature.name}"`
  const passwords = passwordsOf(form, inputs)
  const hide = hiding(passwords, HIDDEN)
  const { log, ...writing } = openWriting(feature, context, { asked: context, begunAt })
  const logHidden: typeof log = (level, message) => log(level, hide(message))
  const given: unknown = await withoutSecrets(passwords, HIDDEN, () =>
    naming(CallbackRouteError, subject, async () => {
      const { verify } = await provider.load()
      return verify(Object.freeze({ ...writing, inputs, log: logHidden }))
    }),
  )
  return readVerified(given, subject)
}

/**
 * The stored user whose form it is.
 *
 * @param begunAt - when the request began, before anything is compared
 * @throws CredentialsSignin for a wrong form, and for the id of no stored user
 * @throws ServiceBusy where nothing was compared
 * @throws CallbackRouteError where the feature fails, InvalidConfiguration for what is no answer
 */
export async function verifyForm(
  context: Context,
  form: FeatureForm,
  { given, begunAt }: { readonly given: Submitted; readonly begunAt: number },
): Promise<AdapterUser> {
  const inputs = readForm(form, given)
  const { name } = form.feature
  if (!inputs) {
    throw new CredentialsSignin(`An input for the feature "${name}" is missing, or too long.`)
  }
  const userId = await callVerify(context, form, { inputs, begunAt })
  if (userId === null) throw new CredentialsSignin(`The feature "${name}" found no user.`)
  const user = await context.config.adapter?.getUser?.(userId)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  if (user && sameId(user.id, userId)) return user
  throw new CredentialsSignin(
    `The feature "${name}" gave the id of a user who is not in the store.`,
  )
}
