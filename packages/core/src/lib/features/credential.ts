import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedPrincipal } from '../config/resolved-features.ts'
import { asError } from '../errors/auth-error.ts'
import { AdapterError, CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { listCauses } from '../errors/store-failure.ts'
import { isObject } from '../kit/json.ts'
import type { CredentialContext, FoundCredential } from '../types/feature-principal.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { CredentialPrincipal } from '../types/principal.ts'
import type { Row, Values } from '../types/record-verbs.ts'
import type { RecordTable } from '../types/records.ts'
import { createFeatureContext, findUser } from './feature-context.ts'
import { ownReadRecords, ownRecords, requireOwn } from './own-records.ts'

/** How long the noted time of a use is left as it is, in milliseconds. */
const NOTED_FOR = 60_000

/** What stands in the log in place of a credential. */
const HIDDEN = '[credential]'

interface Note {
  readonly table: RecordTable
  readonly row: Row<RecordTable>
  readonly field: string
}

/** Fewer characters after the prefix may be in a text by chance. */
const SHORTEST_SECRET = 8

/** A text without the credential, and without what comes after its prefix. */
type Hide = (text: string) => string

function hiding({ principal: { prefix } }: ResolvedPrincipal, credential: string): Hide {
  const secret = credential.slice(prefix.length)
  return (text) => {
    const hidden = text.replaceAll(credential, HIDDEN)
    return secret.length < SHORTEST_SECRET ? hidden : hidden.replaceAll(secret, HIDDEN)
  }
}

/** An error of the library without what a driver has noted in its own: parameters, headers and causes may have the credential in them. */
function withoutCredential(error: Error, hide: Hide): Error {
  // What the library itself says of the answer of a reader.
  if (error instanceof InvalidConfiguration && [...listCauses(error)].length === 0) return error
  const Same = error instanceof AdapterError ? AdapterError : CallbackRouteError
  const messages = [error, ...listCauses(error)].map((one) =>
    one instanceof Error ? one.message : typeof one,
  )
  return new Same(hide([...new Set(messages)].join(' ')))
}

/** The context of a reader, which keeps what is to be noted. */
function createContext(
  feature: AnyFeature,
  config: ResolvedConfig,
  hide: Hide,
): { readonly context: CredentialContext; readonly noted: () => Note | undefined } {
  let noted: Note | undefined
  const { log, ...context } = createFeatureContext(feature, { config })
  return {
    noted: () => noted,
    context: Object.freeze({
      ...context,
      log: (level: 'warn' | 'debug', message: string) => log(level, hide(message)),
      records: ownReadRecords(feature, config),
      noteUse(table, row, field) {
        requireOwn(feature, table)
        if (table.fields[field]?.kind !== 'time') {
          throw new TypeError(`The table "${table.name}" has no field "${field}" of the kind time.`)
        }
        // The type of the row says which fields it has; only the named one is written.
        noted = { table, row: row as unknown as Row<RecordTable>, field }
      },
    } satisfies CredentialContext),
  }
}

/** Writes the time of a use. That it could not be written makes no credential invalid. */
async function writeNote(
  feature: AnyFeature,
  config: ResolvedConfig,
  { table, row, field }: Note,
): Promise<void> {
  const now = config.clock()
  const before: unknown = Reflect.get(row, field)
  if (typeof before === 'number' && now - before < NOTED_FOR) return
  try {
    // The field was found to be one of the kind `time`.
    const to = { [field]: now } as unknown as Partial<Values<RecordTable>>
    await ownRecords(feature, config).change(table, row, to)
  } catch (error) {
    config.log.error(asError(error))
  }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isActor = (value: unknown): value is { readonly sub: string } =>
  isObject(value) && isFilled(value['sub'])

/** @throws InvalidConfiguration for what a reader cannot answer, where no type has been checked */
function readFound({ name }: AnyFeature, given: unknown): FoundCredential | null {
  if (given === null) return null
  const { userId, kind, data, actor }: Readonly<Record<string, unknown>> = isObject(given)
    ? given
    : {}
  const isNamed = isFilled(userId) && (actor === undefined || isActor(actor))
  if (isNamed && (kind === 'key' || kind === 'bearer') && isObject(data) && !Array.isArray(data)) {
    return { userId, kind, data, ...(actor && { actor }) }
  }
  throw new InvalidConfiguration(
    `The reader of the feature "${name}" has to answer with \`userId\`, with the \`kind\` key or bearer, and with an object \`data\`, or with null.`,
  )
}

async function askReader(
  { feature, principal }: ResolvedPrincipal,
  credential: string,
  { context, hide }: { readonly context: CredentialContext; readonly hide: Hide },
): Promise<FoundCredential | null> {
  const subject = `The reader of the feature "${feature.name}"`
  try {
    const given: unknown = await naming(CallbackRouteError, subject, async () =>
      (await principal.load()).read(context, credential),
    )
    return readFound(feature, given)
  } catch (error) {
    throw withoutCredential(asError(error), hide)
  }
}

function toPrincipal(
  { name }: AnyFeature,
  { kind, data, actor }: FoundCredential,
  user: FeatureUser,
): CredentialPrincipal<object> {
  return { kind, user, feature: name, data, ...(actor && { actor: { sub: actor.sub } }) }
}

/**
 * The principal of a credential, as the feature with its prefix knows it.
 *
 * @returns `null` for one that is unknown, or whose user or actor is deleted
 * @throws AdapterError when the store fails
 * @throws CallbackRouteError when the reader throws
 */
export async function readCredential(
  config: ResolvedConfig,
  owner: ResolvedPrincipal,
  credential: string,
): Promise<CredentialPrincipal<object> | null> {
  const { feature } = owner
  const hide = hiding(owner, credential)
  const { context, noted } = createContext(feature, config, hide)
  const found = await askReader(owner, credential, { context, hide })
  const user = found && (await findUser(config, found.userId))
  if (!user) return null
  if (found.actor && !(await findUser(config, found.actor.sub))) return null
  const note = noted()
  if (note) await writeNote(feature, config, note)
  return toPrincipal(feature, found, user)
}
