import { mark } from '../lib/provider-kit/marks/42.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The profile of the person in the intranet. Times are in ISO 8601. */
export interface UserData {
  readonly id: number
  /** The name in the intranet. */
  readonly login: string
  readonly email?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  /** First and last name, as the person wants to be called. */
  readonly usual_full_name?: string | null
  readonly usual_first_name?: string | null
  readonly displayname?: string | null
  /** Address of the person in the API. */
  readonly url?: string
  /** `hidden` where the campus does not show it. */
  readonly phone?: string | null
  readonly image_url?: string | null
  /** Whether the person works for the school. */
  readonly 'staff?'?: boolean
  readonly correction_point?: number
  readonly pool_month?: string | null
  readonly pool_year?: string | null
  /** The computer that the person sits at. */
  readonly location?: string | null
  readonly wallet?: number
  readonly anonymize_date?: string | null
  readonly created_at?: string
  readonly updated_at?: string | null
  readonly alumni?: boolean
  readonly 'is_launched?'?: boolean
}

/** How far a person is in a course of studies. */
export interface CursusUser {
  readonly id: number
  readonly cursus_id: number
  readonly grade?: string | null
  readonly level: number
  readonly skills: readonly { readonly id: number; readonly name: string; readonly level: number }[]
  readonly begin_at?: string | null
  readonly end_at?: string | null
  readonly blackholed_at?: string | null
  readonly has_coalition?: boolean
  readonly created_at?: string
  readonly updated_at?: string | null
  readonly user?: UserData
  readonly cursus?: { readonly id: number; readonly name: string; readonly slug: string }
}

/** The work of a person in a project. */
export interface ProjectUser {
  readonly id: number
  /** How often it was begun again. */
  readonly occurrence: number
  readonly final_mark?: number | null
  readonly status: string
  readonly 'validated?'?: boolean | null
  readonly current_team_id?: number | null
  readonly project: {
    readonly id: number
    readonly name: string
    readonly slug: string
    readonly parent_id?: number | null
  }
  readonly cursus_ids: readonly number[]
  readonly marked?: boolean
  readonly marked_at?: string | null
  readonly retriable_at?: string | null
  readonly created_at?: string
  readonly updated_at?: string | null
}

/** An award of the intranet. */
export interface Achievement {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly tier: string
  readonly kind: string
  readonly visible: boolean
  readonly image?: string | null
  readonly nbr_of_success?: number | null
  readonly users_url?: string
}

/** A language of a person, in the order of preference. */
export interface LanguagesUser {
  readonly id: number
  readonly language_id: number
  readonly user_id: number
  readonly position: number
  readonly created_at?: string
}

/** A title of a person. */
export interface TitlesUser {
  readonly id: number
  readonly user_id: number
  readonly title_id: number
  /** Whether the person bears it. */
  readonly selected: boolean
  readonly created_at?: string
  readonly updated_at?: string | null
}

/** How well a person knows a subject. */
export interface ExpertisesUser {
  readonly id: number
  readonly expertise_id: number
  readonly user_id: number
  readonly interested: boolean
  readonly value: number
  readonly contact_me: boolean
  readonly created_at?: string
}

/** A campus of the school. */
export interface Campus {
  readonly id: number
  readonly name: string
  readonly time_zone: string
  readonly language: { readonly id: number; readonly name: string; readonly identifier: string }
  readonly users_count?: number
  readonly country?: string
  readonly city?: string
  readonly address?: string
  readonly zip?: string
  readonly website?: string
  readonly active?: boolean
  readonly email_extension?: string
}

/** At which campus a person is. */
export interface CampusUser {
  readonly id: number
  readonly user_id: number
  readonly campus_id: number
  readonly is_primary: boolean
  readonly created_at?: string
  readonly updated_at?: string | null
}

/** The picture of a person. */
export interface Image {
  /** Address of the picture. */
  readonly link?: string | null
  readonly versions?: Readonly<Record<string, string | null>>
}

/** The answer of `GET /v2/me`. */
export interface FortyTwoProfile extends UserData {
  readonly image?: Image | null
  readonly cursus_users?: readonly CursusUser[]
  readonly projects_users?: readonly ProjectUser[]
  readonly achievements?: readonly Achievement[]
  readonly languages_users?: readonly LanguagesUser[]
  readonly titles_users?: readonly TitlesUser[]
  readonly expertises_users?: readonly ExpertisesUser[]
  readonly campus?: readonly Campus[]
  readonly campus_users?: readonly CampusUser[]
  readonly [member: string]: unknown
}

/**
 * Sign-in with the intranet of 42.
 *
 * 42 does not say whether it verified the address.
 *
 * Environment: `AUTH_42_SCHOOL_ID`, `AUTH_42_SCHOOL_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 *
 * @example
 * ```ts
 * import FortyTwo from '@latchstring/core/providers/42-school'
 *
 * export const providers = [FortyTwo({ authorization: { params: { scope: 'public projects' } } })]
 * ```
 */
export default function FortyTwo<P extends FortyTwoProfile = FortyTwoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: '42-school',
    name: '42 School',
    type: 'oauth',
    authorization: {
      url: 'https://api.intra.42.fr/oauth/authorize',
      params: { scope: 'public' },
    },
    token: { url: 'https://api.intra.42.fr/oauth/token' },
    userinfo: { url: 'https://api.intra.42.fr/v2/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...accountId(profile.id),
      name: text(profile.usual_full_name) ?? text(profile.displayname) ?? text(profile.login),
      email: text(profile.email),
      image: text(profile.image?.link),
      emailVerified: null,
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
