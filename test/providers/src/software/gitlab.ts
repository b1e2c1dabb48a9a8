import type { ProviderCase } from '../case.ts'

/** The people of gitlab.com, who are the same by OAuth 2.0 and by OpenID Connect. */
export const GITLAB_USERS: ProviderCase['users'] = {
  documented: {
    id: '1',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    image: 'https://gitlab.com/uploads/-/system/user/avatar/1/avatar.png',
    emailVerified: true,
  },
  minimal: { id: '7', name: 'm', email: null, image: null, emailVerified: false },
}
