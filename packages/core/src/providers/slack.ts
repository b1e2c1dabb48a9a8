import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Slack's ID token. */
export interface SlackProfile extends NameClaims {
  /** Id of the person in the workspace. */
  readonly sub: string
  readonly email?: string
  /** No proof: a workspace can take its people and their addresses from an identity provider of its own. */
  readonly email_verified?: boolean
  /** When the address was verified, in seconds since the epoch. */
  readonly date_email_verified?: number
  /** Address of the picture. */
  readonly picture?: string
  readonly locale?: string
  /** The same as {@link SlackProfile.sub}. */
  readonly 'https://slack.com/user_id'?: string
  /** The workspace. */
  readonly 'https://slack.com/team_id'?: string
  readonly 'https://slack.com/team_name'?: string
  readonly 'https://slack.com/team_domain'?: string
}

/**
 * Sign-in with Slack.
 *
 * The app admits people of every workspace: to admit one alone, add `team` with its id to `authorization.params`, which
 * only chooses what Slack shows, and compare `profile['https://slack.com/team_id']` in the `signIn` callback. Slack
 * takes no redirect URI without https, not even in development. `emailVerified` is never true: the owner of a workspace
 * can provide its members with addresses.
 *
 * Environment: `AUTH_SLACK_ID`, `AUTH_SLACK_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 *
 * @example
 * ```ts
 * import Slack from '@latchstring/core/providers/slack'
 *
 * export const providers = [Slack({ authorization: { params: { team: 'T0123456789' } } })]
 * ```
 */
export default function Slack<P extends SlackProfile = SlackProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'slack',
    name: 'Slack',
    type: 'oidc',
    issuer: 'https://slack.com',
    // Slack takes a challenge only from apps that were turned into public clients, for good.
    checks: ['state', 'nonce'],
    // Slack does not document that the claim is proof where a workspace brings its members from elsewhere.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: false }),
    style: { brandColor: '#611f69' },
    options,
  }
}
