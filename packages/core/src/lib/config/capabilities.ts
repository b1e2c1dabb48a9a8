import { InvalidConfiguration, MissingAdapterMethods } from '../errors/classes.ts'
import type { Adapter, AdapterCapability } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import { missingMethods } from './adapter.ts'
import { CAPABILITIES } from './features.ts'
import type { ResolvedProvider } from './providers.ts'

/** An option that needs a capability. */
interface Need {
  readonly option: string
  readonly capability: AdapterCapability
}

type Asking = Pick<AuthConfig, 'adapterRequires' | 'session' | 'account'>

function listNeeds({ adapterRequires = [], session, account }: Asking): readonly Need[] {
  return [
    ...adapterRequires.map((capability) => ({ option: '`adapterRequires`', capability })),
    ...(session?.endAllOnSignOut
      ? [{ option: '`session.endAllOnSignOut`', capability: 'revocation' as const }]
      : []),
    ...(account?.updateOnSignIn
      ? [{ option: '`account.updateOnSignIn`', capability: 'accountUpdates' as const }]
      : []),
  ]
}

function checkDeclared(adapter: Adapter): void {
  for (const [capability, { methods = [] }] of Object.entries(CAPABILITIES)) {
    if (Reflect.get(adapter.capabilities ?? {}, capability) !== true) continue
    const missing = missingMethods(adapter, methods)
    if (missing.length === 0) continue
    throw new MissingAdapterMethods(
      `The adapter declares the capability "${capability}" and has no ${missing.join(', ')}.`,
    )
  }
}

/**
 * Checks that the adapter has the capabilities it declares, and those that options ask for.
 *
 * @throws InvalidConfiguration that names option, capability and the ways out
 * @throws MissingAdapterMethods that names what a declared capability lacks
 */
export function checkCapabilities(
  input: Asking & { readonly adapter?: Adapter },
  strategy: 'jwt' | 'database',
): void {
  if (input.adapter) checkDeclared(input.adapter)
  for (const { option, capability } of listNeeds(input)) {
    if (!Object.hasOwn(CAPABILITIES, capability)) {
      const known = Object.keys(CAPABILITIES).join(', ')
      throw new InvalidConfiguration(
        `${option} names the unknown capability ${JSON.stringify(capability)}. There are: ${known}.`,
      )
    }
    if (input.adapter?.capabilities?.[capability] === true) continue
    const { is, without } = CAPABILITIES[capability]
    const who = input.adapter
      ? 'the adapter does not declare'
      : 'cannot be had: there is no adapter'
    throw new InvalidConfiguration(
      `${option} needs the capability "${capability}" (${is}), which ${who}. ` +
        `Use an adapter that has it, such as @latchstring/adapter-sql; or leave the option out and ${without}.`,
    )
  }
  if (input.session?.endAllOnSignOut && strategy !== 'database') {
    throw new InvalidConfiguration(
      '`session.endAllOnSignOut` needs sessions that can be ended: set `session.strategy` to "database".',
    )
  }
}

/**
 * What the application does with weaker promises than it could have: for the log, unless `adapterRequires` says that
 * somebody has thought about it.
 */
export function findWeaknesses(
  { adapter, adapterRequires }: Pick<AuthConfig, 'adapter' | 'adapterRequires'>,
  kinds: ReadonlySet<ResolvedProvider['kind']>,
  strategy: 'jwt' | 'database',
): readonly string[] {
  if (!adapter || adapterRequires) return []
  const oauth = kinds.has('oauth') || kinds.has('oidc')
  const provesOthers = kinds.has('email') && kinds.size > 1
  const concerned = [
    (kinds.has('email') || kinds.has('webauthn')) && {
      capability: 'atomicConsume' as const,
      effect:
        'two who use a link, a code or a passkey at the same moment may both get in, and codes typed at the same moment count as one',
    },
    oauth && {
      capability: 'atomicConsume' as const,
      effect:
        'a sign-in at a provider whose cookies were copied may be finished more than once, within 15 minutes and with a new code each time',
    },
    oauth && {
      capability: 'uniqueConstraints' as const,
      effect: 'two first sign-ins of a person at the same moment may make two users',
    },
    provesOthers && {
      capability: 'accountUpdates' as const,
      effect:
        'an account that somebody linked to a user before the first proof of the address by mail lets them in afterwards',
    },
    provesOthers &&
      strategy === 'database' && {
        capability: 'revocation' as const,
        effect: 'a session from before the first proof of an address by mail goes on after it',
      },
  ].filter((one) => one !== false)
  return concerned
    .filter(({ capability }) => adapter.capabilities?.[capability] !== true)
    .map(
      ({ capability, effect }) =>
        `Without "${capability}" ${effect}. Use an adapter that declares it, such as @latchstring/adapter-sql; ` +
        'or set `adapterRequires` to what you need, `[]` for nothing.',
    )
}
