import { idProblem, usableId } from '../../kit/account-id.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { normalizeProviderEmail } from '../../kit/email-address.ts'
import { OAuthProfileParseError } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import type { Profile, TokenSet } from '../../types/account.ts'
import type { OAuthIdentity } from '../../types/oauth-identity.ts'
import type { ProfileUser } from '../../types/provider.ts'

const HINT =
  'Return the id that the service gives, with `...accountId(value)` of "@latchstring/core/providers" where it may be missing.'

/** @throws OAuthProfileParseError when the `profile` function throws, or returns no user */
async function mapProfile(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<ProfileUser> {
  const subject = `The \`profile\` function of "${provider.id}"`
  const call = () => provider.profile(profile, tokens)
  const mapped = await naming(OAuthProfileParseError, subject, call)
  // A function without types may return any value.
  if (isObject(mapped)) return mapped
  const returned = describeKind(mapped)
  throw new OAuthProfileParseError(`${subject} returned ${returned}, not a user. ${HINT}`, {
    returned,
  })
}

function requireAccountId(provider: OAuthProvider, { id: given }: ProfileUser): string {
  const id = usableId(given)
  if (id !== undefined) return id
  const problem =
    given === undefined || given === null ? 'no `id`' : `no usable \`id\`: it ${idProblem(given)}`
  throw new OAuthProfileParseError(`The profile of "${provider.id}" has ${problem}. ${HINT}`)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The user of a profile. Further members are kept as they are; known ones get their type. */
function plainUser(profileUser: ProfileUser, id: string): OAuthIdentity['user'] {
  const { emailVerified: _verified, ...mapped } = profileUser
  const { name, email, image } = mapped
  return {
    ...mapped,
    id,
    name: textOrNull(name),
    // The same spelling as in sign-ins by mail, which find the user by the address.
    email: normalizeProviderEmail(email) ?? null,
    image: textOrNull(image),
  }
}

/** Whether the address was changed by normalization, or lost. */
function addressFacts(
  email: string | null | undefined,
  given: unknown,
): Pick<OAuthIdentity, 'otherSpelling' | 'addressLost'> {
  const written = textOrNull(given)?.trim().toLowerCase()
  if (written === undefined || written === email) return {}
  return email ? { otherSpelling: written } : { addressLost: true }
}

/**
 * The user and account of a profile. An address that is not one mailbox is left out.
 *
 * @param tokens - empty where the service gives none
 * @throws OAuthProfileParseError when the profile gives no user
 */
export async function toIdentity(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<OAuthIdentity> {
  const mapped = await mapProfile(provider, profile, tokens)
  const id = requireAccountId(provider, mapped)
  const { id: providerId, kind: type } = provider
  const user = plainUser(mapped, id)
  return {
    user,
    ...addressFacts(user.email, mapped.email),
    account: { ...tokens, provider: providerId, type, providerAccountId: id },
    profile,
    // Only a boolean `true` verifies an address (OpenID Connect Core 1.0, section 5.1).
    emailVerified: user.email !== null && mapped.emailVerified === true,
  }
}
