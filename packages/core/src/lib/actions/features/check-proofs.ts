import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { missingMethods } from '../../config/store.ts'
import { InvalidConfiguration, MissingAdapterMethods } from '../../errors/classes.ts'
import { isObject } from '../../kit/json.ts'
import { mailProofs } from '../../records/mail-proofs.ts'
import type { AnyFeature, FeatureAction } from '../../types/feature.ts'

type Fault = string | undefined
type Given = Readonly<Record<string, unknown>>

const toGiven = (value: unknown): Given => (isObject(value) ? value : {})

/** The longest time that a proof can be used, in minutes: a day. */
const LONGEST_MINUTES = 1440

/** Of an action with a proof: fields that the core puts into its forms. */
const OWN_INPUTS = ['proof', 'code'] as const

const NAME = /^[a-z][A-Za-z0-9-]{0,29}$/

function actionOf({ actions = {} }: AnyFeature, word: unknown): FeatureAction | undefined {
  return typeof word === 'string' && Object.hasOwn(actions, word) ? actions[word] : undefined
}

const purposeOf = (action: FeatureAction | undefined): string | undefined =>
  action && action.kind !== 'machine' && action.session === 'proof' ? action.proof : undefined

function findFaultyTexts({ texts = {} }: AnyFeature, subject: string, given: unknown): Fault {
  const { subject: heading, lead, button } = toGiven(given)
  const needed = lead === undefined ? [heading, button] : [heading, button, lead]
  const wrong = needed.findIndex((name) => !Object.hasOwn(texts, String(name)))
  return wrong === -1
    ? undefined
    : `${subject} has no sentence: "${String(needed[wrong])}" is not among its texts`
}

function findFaultyPurpose(feature: AnyFeature, name: string, given: unknown): Fault {
  const { page, minutes = 1, texts } = toGiven(given)
  const subject = `its proof "${name}"`
  if (!NAME.test(name)) return `"${name}" cannot be the name of a proof`
  const action = actionOf(feature, page)
  if (action?.kind !== 'page' || purposeOf(action) !== name) {
    return `${subject} needs a \`page\` of the feature with the session "proof" and this \`proof\``
  }
  if (!Number.isSafeInteger(minutes) || Number(minutes) < 1 || Number(minutes) > LONGEST_MINUTES) {
    return `the minutes of ${subject} have to be a whole number from 1 to ${LONGEST_MINUTES}`
  }
  return findFaultyTexts(feature, subject, texts)
}

function findFaultyNotice(feature: AnyFeature, name: string, given: unknown): Fault {
  const { page, texts } = toGiven(given)
  const subject = `its mail "${name}"`
  if (!NAME.test(name)) return `"${name}" cannot be the name of a mail`
  if (page !== undefined && actionOf(feature, page)?.kind !== 'page') {
    return `${subject} leads to no page of the feature`
  }
  return findFaultyTexts(feature, subject, texts)
}

function findFaultyUse({ proofs = {} }: AnyFeature, word: string, action: FeatureAction): Fault {
  const { session, inputs = {} } = action
  const proof: unknown = 'proof' in action ? action.proof : undefined
  if (session !== 'proof') {
    return proof === undefined
      ? undefined
      : `its action "${word}" has a \`proof\` without the session "proof"`
  }
  if (typeof proof !== 'string' || !Object.hasOwn(proofs, proof)) {
    return `its action "${word}" has the session "proof", and its \`proof\` is none of the feature`
  }
  const own = OWN_INPUTS.find((name) => Object.hasOwn(inputs, name))
  return own === undefined
    ? undefined
    : `"${own}" cannot be the name of an input, in its action "${word}"`
}

/** What is wrong with the proofs of a feature, with its other mails, and with the actions that take proofs. */
export function findFaultyProof(feature: AnyFeature): Fault {
  const { proofs = {}, mails = {}, actions = {} } = feature
  const faults = [
    ...Object.entries(proofs).map(([name, proof]) => findFaultyPurpose(feature, name, proof)),
    ...Object.entries(mails).map(([name, mail]) => findFaultyNotice(feature, name, mail)),
    ...Object.entries(actions).map(([word, action]) => findFaultyUse(feature, word, action)),
  ]
  return faults.find((fault) => fault !== undefined)
}

/** The methods without which users cannot have an address proven. */
const METHODS = ['getUser', 'getUserByEmail', 'createUser', 'updateUser'] as const

type Needed = Pick<ResolvedConfig, 'adapter' | 'mailSender' | 'skipped'>

/** @throws AuthError that says what the configuration lacks for the mails of a feature, and how it gets it */
export function requireMail({ name, proofs, mails }: AnyFeature, config: Needed): void {
  if (proofs === undefined && mails === undefined) return
  const { adapter, mailSender, skipped } = config
  if (!mailSender && skipped.every(({ kind }) => kind !== 'email')) {
    throw new InvalidConfiguration(
      `The feature "${name}" sends mails, and no provider does. Add one to \`providers\`, such as \`Nodemailer({ server, from })\`; with \`signIn: false\` its mails are no way to sign in.`,
    )
  }
  if (proofs === undefined) return
  if (adapter?.records?.keeps(mailProofs) !== true) {
    throw new InvalidConfiguration(
      `The feature "${name}" has addresses proven by mail, and the store has no place for the table "${mailProofs.name}". Set \`records: true\` of the SQL adapter and run \`latchstring migrate --records all\`, or call its \`migrate()\`; with Prisma or Drizzle, add its model.`,
    )
  }
  const missing = missingMethods(adapter, METHODS)
  if (missing.length === 0) return
  throw new MissingAdapterMethods(
    `The feature "${name}" has addresses proven by mail, which needs ${missing.join(', ')}; the adapter lacks them.`,
  )
}
