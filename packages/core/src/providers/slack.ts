import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Slack's ID token. */
export interface SlackProfile extends NameClaims {
  /** Id of the person in the workspace; in an Enterprise Grid organisation, in the organisation. */
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

/** Options of {@link Slack}. */
export type SlackOptions<P> = OIDCUserConfig<P> & {
  /**
   * What the account id is made of: workspace and user, or the user alone, as applications have stored it that come from
   * next-auth. A user id is unique within its workspace only, so that two people of two workspaces can have the same one. Default:
   * `team:user`.
   */
  readonly accountIds?: 'team:user' | 'user'
}

/** Ids are those of a workspace, so the workspace is part of the account id. */
function toAccountId({ sub, 'https://slack.com/team_id': team }: SlackProfile): { id?: string } {
  const known = typeof sub === 'string' && typeof team === 'string' && team !== ''
  return known ? { id: `${team}:${sub}` } : {}
}

/**
 * Sign-in with Slack.
 *
 * The app admits people of every workspace: to admit one alone, add `team` with its id to `authorization.params`, which
 * only chooses what Slack shows, and compare `profile['https://slack.com/team_id']` in the `signIn` callback. Slack
 * takes no redirect URI without https, not even in development. `emailVerified` is never true: the owner of a workspace
 * can provide its members with addresses.
 *
 * The account id is `<team id>:<user id>`, because a user id is unique within its workspace only. An application whose accounts
 * were stored with the user id alone, as next-auth does, sets `accountIds: 'user'`, and should then admit one workspace. It can
 * leave the option out once the stored `providerAccountId` of each account has its team id and a colon in front. A workspace
 * that joins an Enterprise Grid organisation gets other user ids, and a person of several workspaces of one organisation is an
 * account in each: both are new accounts here.
 *
 * Environment: `AUTH_SLACK_ID`, `AUTH_SLACK_SECRET`.
 *
 * @param options - overrides of any member, and `accountIds`
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
  options: SlackOptions<P> = {},
): OIDCConfig<P> {
  const bare = options.accountIds === 'user'
  return {
    id: 'slack',
    name: 'Slack',
    type: 'oidc',
    ownOptions: ['accountIds'],
    issuer: 'https://slack.com',
    // Slack takes a challenge only from apps that were turned into public clients, for good.
    checks: ['state', 'nonce'],
    weakness: bare
      ? "with `accountIds: 'user'`, two people of two workspaces can have the same account id. Admit one workspace, by `profile['https://slack.com/team_id']` in the `signIn` callback, or put the team id in front of the stored account ids and remove the option."
      : undefined,
    profile: (profile) => {
      const { id, ...user } = standardUser(profile)
      return {
        ...(bare ? id !== undefined && { id } : toAccountId(profile)),
        ...user,
        // Slack does not document that the claim is proof where a workspace brings its members from elsewhere.
        emailVerified: false,
      }
    },
    style: { brandColor: '#611f69' },
    options,
  }
}
