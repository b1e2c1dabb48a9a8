import type { OAuthProvider } from '../../config/providers.ts'

interface Audience {
  readonly aud?: unknown
  readonly azp?: unknown
}

/** A few audiences for a log, cut: a token can name any number of them. */
function listed(audiences: readonly unknown[]): string {
  const names = audiences.slice(0, 5).map((one) => JSON.stringify(one)?.slice(0, 80))
  return names.join(', ') + (audiences.length > 5 ? ', …' : '')
}

function withoutFirst(audiences: readonly unknown[], own: string): readonly unknown[] {
  const index = audiences.indexOf(own)
  return audiences.filter((_, at) => at !== index)
}

/**
 * The problem with the audiences of a token (OpenID Connect Core 1.0, section 3.1.3.7, steps 3 to 5). The client is among them. Where there
 * are others, `azp` says that the token was issued to this client, or the configuration trusts all of them.
 *
 * @returns the end of a sentence about the token, or `undefined` without a problem
 */
export function audienceProblem(
  { clientId, config }: OAuthProvider,
  { aud, azp }: Audience,
): string | undefined {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (aud === undefined || audiences.length === 0) return 'names no audience (`aud`)'
  if (!audiences.includes(clientId)) {
    return `is meant for ${listed(audiences)}, and not for the client id ${JSON.stringify(clientId)}`
  }
  if (azp !== undefined && azp !== clientId)
    return `was issued to another client: its \`azp\` is ${listed([azp])}`
  const trusted = 'trustedAudiences' in config ? config.trustedAudiences : undefined
  const others = withoutFirst(audiences, clientId)
  const known = others.every((one) => typeof one === 'string' && trusted?.includes(one))
  if (azp === clientId || known) return undefined
  return `is also meant for ${listed(others)}, and no \`azp\` says that it was issued to this client. If they may have it, name them in \`trustedAudiences\` of the provider`
}
