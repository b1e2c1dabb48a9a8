import { keyOf } from '../crypto/key-of.ts'
import { LONGEST_PASSKEY_NAME } from '../records/passkey-names.ts'
import { keepsNames } from './names/passkey-names.ts'
import { canRemove, type SignInMethod, type SignInMethods } from './sign-in-methods.ts'
import { checkSeconds } from '../config/validate.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { notesSignIn } from '../config/session.ts'
import type { SessionContext } from '../request/context.ts'
import { InvalidConfiguration, InvalidRequest, UnknownAction } from '../errors/classes.ts'

/** Seconds that a sign-in may be old for a change on the page, unless `requireFresh` says otherwise. */
const CHANGE_MAX_AGE = 3600

/** 128 bits of a keyed hash. */
const METHOD_ID_LENGTH = 22

/** An account or a passkey, as the page and the JSON of the action have it. */
interface ShownMethod {
  /** By which it is removed or renamed: a keyed hash, which has no other use. */
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Id of the provider. */
  readonly provider: string
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced: boolean | undefined
  /** Of a passkey: the name that its owner gave it, or `null`. */
  readonly label: string | null | undefined
  readonly removable: boolean
  /** Of a passkey: whether it has never signed in, so that the other ways in stay. */
  readonly unused: boolean | undefined
  /** Of a passkey: whether it can be given a name. */
  readonly renamable: boolean | undefined
}

/** Seconds that the sign-in may be old for a change; `undefined` for any age. */
export function changeMaxAge({ account: { page } }: ResolvedConfig): number | undefined {
  const { requireFresh: seconds = CHANGE_MAX_AGE } = typeof page === 'object' ? page : {}
  return seconds === false ? undefined : seconds
}

/** @throws UnknownAction without the option, InvalidConfiguration where sessions have no time of the sign-in */
export function requirePage({ config }: SessionContext): void {
  const { account, session } = config
  if (!account.page) throw new UnknownAction('There is no account page. Set `account.page`.')
  const seconds = changeMaxAge(config)
  checkSeconds('account.page.requireFresh', seconds, 1)
  if (seconds === undefined || notesSignIn(session)) return
  throw new InvalidConfiguration(
    '`account.page` needs the time of the sign-in, which tokens of `session.generateSessionToken` do not have. Set `session.devices` or `session.absoluteMaxAge`, or `account.page.requireFresh` to false.',
  )
}

const methodText = ({ account }: SignInMethod): string =>
  JSON.stringify([account.userId, account.provider, account.providerAccountId])

/** An account or a passkey as it is shown. */
export async function describeMethod(
  config: ResolvedConfig,
  methods: SignInMethods,
  method: SignInMethod,
  names: ReadonlyMap<string, string>,
): Promise<ShownMethod> {
  const { provider, type } = method.account
  const { authenticator } = method
  return {
    id: (await config.macs.sign('way-in', methodText(method))).slice(0, METHOD_ID_LENGTH),
    type: type === 'webauthn' ? 'passkey' : 'account',
    provider,
    name: config.providers.get(provider)?.name ?? provider,
    synced: authenticator?.credentialBackedUp,
    label: authenticator && (names.get(await keyOf(authenticator.credentialID)) ?? null),
    renamable: authenticator && keepsNames(config),
    removable: canRemove(methods, method),
    unused: authenticator && method.unused,
  }
}

/** The sign-in method with an id of the page, which an older secret of the configuration may have made. */
export async function findMethod(
  { macs }: ResolvedConfig,
  { listed }: SignInMethods,
  id: string,
): Promise<SignInMethod | undefined> {
  for (const method of listed) {
    const hashes = await macs.all('way-in', methodText(method))
    if (hashes.some((hash) => hash.slice(0, METHOD_ID_LENGTH) === id)) return method
  }
  return undefined
}

/** Characters that show nothing or change how the text around them is shown. Joiners, which some scripts need, are not among them. */
const FORBIDDEN_CHARACTER =
  /[\p{Cc}\p{Co}\p{Cs}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F]/u

/** One character that is visible. Some letters show nothing, and neither does the Braille pattern without dots. */
const VISIBLE_CHARACTER = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A name that a person gives a passkey, in one spelling.
 *
 * @returns `null` for an empty text, which removes the name
 * @throws InvalidRequest when it cannot be a name
 */
export function readPasskeyName(given: unknown): string | null {
  const name =
    typeof given === 'string' ? given.normalize().replaceAll(/\s+/g, ' ').trim() : undefined
  if (name === '') return null
  if (
    name !== undefined &&
    name.length <= LONGEST_PASSKEY_NAME &&
    !FORBIDDEN_CHARACTER.test(name) &&
    VISIBLE_CHARACTER.test(name)
  ) {
    return name
  }
  throw new InvalidRequest(
    `The name of the passkey cannot be used. Send \`label\` with up to ${LONGEST_PASSKEY_NAME} UTF-16 code units, at least one of them visible, or an empty one for no name.`,
  )
}
