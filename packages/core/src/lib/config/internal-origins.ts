import { InvalidConfiguration } from '../errors/classes.ts'
import { hostKind } from '../http/host-kind.ts'
import type { Profile } from '../types/account.ts'
import type { OAuthConfig } from '../types/provider.ts'

/** @throws InvalidConfiguration naming the entry that is not an origin, or is at the metadata service of a cloud */
export function checkInternalOrigins({
  id,
  internalOrigins = [],
}: Pick<OAuthConfig<Profile>, 'id' | 'internalOrigins'>): void {
  for (const entry of internalOrigins) {
    const url = URL.canParse(entry) ? new URL(entry) : undefined
    const isOrigin =
      url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    if (isOrigin && hostKind(url.hostname) !== 'metadata') continue
    const problem = isOrigin
      ? 'names the metadata service of a cloud, which gives a machine its secrets'
      : 'is not an origin such as http://keycloak:8080'
    throw new InvalidConfiguration(
      `The entry ${JSON.stringify(entry)} in \`internalOrigins\` of the provider "${id}" ${problem}.`,
    )
  }
}
