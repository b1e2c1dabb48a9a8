/** An account at the provider: its claims (OpenID Connect Core 1.0, section 5.1) and a login. */
export interface Person {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly email_verified: boolean
  /** What the person types to sign in; `sub` and `email` work as well. */
  readonly login?: string
  readonly picture?: string
  /** Any further claim is released with the scope `openid`. */
  readonly [claim: string]: unknown
}

/** The accounts of one provider. */
export interface PersonRegistry {
  /** Everybody who is offered on the login page. */
  readonly offered: readonly Person[]
  /**
   * @param sub - subject identifier
   * @returns the person, if there is one
   */
  find(sub: string): Person | undefined
  /**
   * Finds the person for what was typed; an unknown login becomes a new account whose address is
   * not verified.
   *
   * @param login - login, subject identifier or email address
   * @returns the person
   */
  signIn(login: string): Person
  /**
   * @param person - a person of this registry
   * @returns a number that stays the same, as services without OpenID hand out
   */
  numberOf(person: Person): number
}

function portrait(background: string, skin: string, hair: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><path fill='${background}' d='M0 0h40v40H0z'/>${hair}<path fill='${skin}' d='M16 20h8v8h-8z'/><circle cx='20' cy='17' r='7' fill='${skin}'/><path fill='#fff' d='M6 40q2-13 14-13t14 13'/></svg>`
  return `data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}`
}

/** The persons offered when the options name none. */
export const DEFAULT_PERSONS: readonly Person[] = [
  {
    sub: 'ada-1815',
    login: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@harbour.example',
    email_verified: true,
    picture: portrait(
      '#7c4dbd',
      '#f3c9a5',
      "<path fill='#3a2418' d='M10 26V16a10 10 0 0 1 20 0v10z'/>",
    ),
  },
  {
    sub: 'alan-1912',
    login: 'alan',
    name: 'Alan Turing',
    email: 'alan@harbour.example',
    email_verified: true,
    picture: portrait('#1f7a8c', '#f0c4a0', "<path fill='#4a3426' d='M12 16a8 9 0 0 1 16 0z'/>"),
  },
  {
    sub: 'grace-1906',
    login: 'grace',
    name: 'Grace Hopper',
    email: 'grace@harbour.example',
    email_verified: true,
    picture: portrait(
      '#c4552d',
      '#e9b994',
      "<path fill='#e8e6e1' d='M11 22v-7a9 9 0 0 1 18 0v7z'/>",
    ),
  },
]

function personFromLogin(login: string): Person {
  const [local = login] = login.split('@')
  return {
    sub: `login-${login}`,
    login,
    name: local.charAt(0).toUpperCase() + local.slice(1),
    email: login.includes('@') ? login : `${encodeURIComponent(login)}@harbour.example`,
    email_verified: false,
  }
}

/** A number that stays the same when the provider starts again: FNV-1a over the subject identifier. */
function numberFrom(sub: string): number {
  let hash = 2_166_136_261
  for (const character of sub) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return 1001 + (hash >>> 0)
}

/**
 * Keeps the accounts of one provider.
 *
 * @param offered - the persons known from the start
 * @returns the registry
 */
export function createPersonRegistry(offered: readonly Person[]): PersonRegistry {
  const people = [...offered]
  return {
    offered,
    find: (sub) => people.find((person) => person.sub === sub),
    signIn(login) {
      const wanted = login.trim().toLowerCase()
      const known = people.find((person) =>
        [person.sub, person.login, person.email].some((name) => name?.toLowerCase() === wanted),
      )
      if (known !== undefined) return known
      const created = personFromLogin(wanted)
      people.push(created)
      return created
    },
    numberOf: ({ sub }) => numberFrom(sub),
  }
}
